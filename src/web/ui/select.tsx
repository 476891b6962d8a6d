import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, Field, type FieldProps, splitField } from './field.tsx';

export interface SelectOption {
  /** Never empty. An option for no choice has a value too, such as "all". */
  value: string;
  label: string;
  disabled?: boolean;
}

type SelectProps = Omit<ComponentProps<'select'>, 'children' | 'size'> &
  FieldProps & {
    options: readonly SelectOption[];
    /** sm 36 px (44 on touch) for bars and tables. */
    size?: 'sm' | 'md';
    boxClassName?: string;
  };

/** A native select in the design of the shop. It is the best picker on a phone, and needs no style element. */
export const Select = ({ options, size = 'md', boxClassName, ...props }: SelectProps) => {
  const [field, select] = splitField(props);
  return (
    <Field {...field}>
      {(ties) => (
        <div className="relative">
          <select
            {...select}
            {...ties}
            className={cx(
              controlClass,
              'appearance-none truncate pr-9',
              size === 'sm' && 'h-9 text-sm pointer-coarse:h-11',
              boxClassName,
            )}
          >
            {options.map((option) => (
              <option
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className="bg-surface text-text"
              >
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
          />
        </div>
      )}
    </Field>
  );
};
