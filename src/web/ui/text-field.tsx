import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { controlClass, Field, type FieldProps, splitField } from './field.tsx';

type TextFieldProps = Omit<ComponentProps<'input'>, 'children'> &
  FieldProps & {
    /** A lucide icon at the start of the box. */
    icon?: ReactNode;
    /** At the end of the box: a button or a Kbd, at most 44 px wide. */
    trailing?: ReactNode;
    /** At the end of the box, such as "hours". It also describes the control. */
    unit?: string | undefined;
    /** Classes of the box, for another size. */
    boxClassName?: string;
    /** As wide as a number needs. */
    isShort?: boolean | undefined;
    /** For names and codes, which must be taken exactly as typed. */
    verbatim?: boolean;
  };

/** Turns off automatic capitals, corrections and spell checking. */
const VERBATIM = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

export const TextField = ({ icon, trailing, unit, boxClassName, isShort, verbatim, ...props }: TextFieldProps) => {
  const [field, input] = splitField(props);
  return (
    <Field {...field}>
      {(ties) => (
        <div className={cx('relative', isShort && 'max-w-44')}>
          {icon && (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted [&>svg]:size-4.5"
            >
              {icon}
            </span>
          )}
          <input
            type="text"
            {...(verbatim && VERBATIM)}
            {...input}
            {...ties}
            aria-describedby={cx(ties['aria-describedby'], unit && `${ties.id}-unit`) || undefined}
            style={unit ? { paddingRight: `calc(${unit.length}ch + 1.5rem)` } : undefined}
            className={cx(controlClass, icon && 'pl-10', trailing && 'pr-12', input.list && 'pr-9', boxClassName)}
          />
          {unit && (
            <span
              id={`${ties.id}-unit`}
              className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-sm text-muted"
            >
              {unit}
            </span>
          )}
          {input.list && !trailing && (
            <ChevronDown
              aria-hidden
              className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
            />
          )}
          {trailing && (
            <span className="absolute inset-y-0 right-0 flex w-11 items-center justify-center">{trailing}</span>
          )}
        </div>
      )}
    </Field>
  );
};

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'children'> & FieldProps & { boxClassName?: string };

export const TextArea = ({ boxClassName, ...props }: TextAreaProps) => {
  const [field, area] = splitField(props);
  return (
    <Field {...field}>
      {(ties) => (
        <textarea
          rows={3}
          {...area}
          {...ties}
          className={cx(controlClass, 'h-auto min-h-20 resize-y py-2.5', boxClassName)}
        />
      )}
    </Field>
  );
};
