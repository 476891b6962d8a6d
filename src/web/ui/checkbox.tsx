import { Check, CircleAlert, Minus } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { cx } from './cx.ts';

type BoxProps = Omit<ComponentProps<'input'>, 'type' | 'children' | 'ref'> & {
  /** Some of the items are selected. */
  indeterminate?: boolean;
  ref?: React.Ref<HTMLInputElement>;
};

/** Only the box, for table rows. It needs an aria-label. */
export const CheckboxBox = ({ indeterminate = false, className, ref, ...input }: BoxProps) => {
  const own = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (own.current) own.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <span className={cx('relative inline-flex size-5 shrink-0 align-middle', className)}>
      <input
        {...input}
        ref={(element) => {
          own.current = element;
          if (typeof ref === 'function') ref(element);
          else if (ref) ref.current = element;
        }}
        type="checkbox"
        className={cx(
          'peer size-5 appearance-none rounded-small border border-edge bg-well forced-colors:appearance-auto',
          'checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent aria-invalid:border-danger',
          // The touch target is 44 px, the box only 20.
          'after:absolute after:-inset-2 pointer-coarse:after:-inset-3 after:content-[""]',
        )}
      />
      <Check
        aria-hidden
        strokeWidth={3}
        className="pointer-events-none absolute inset-0.5 hidden size-4 text-accent-ink peer-checked:block peer-indeterminate:hidden forced-colors:hidden!"
      />
      <Minus
        aria-hidden
        strokeWidth={3}
        className="pointer-events-none absolute inset-0.5 hidden size-4 text-accent-ink peer-indeterminate:block forced-colors:hidden!"
      />
    </span>
  );
};

/** A checkbox with its label, which is part of the touch target. */
export const Checkbox = ({
  label,
  error,
  className,
  ...box
}: BoxProps & { label: ReactNode; error?: string | undefined }) => {
  const ownId = useId();
  const id = box.id ?? ownId;
  return (
    <div className={className}>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3 text-sm text-text">
        <CheckboxBox
          {...box}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={`${id}-error`} role="alert" className="flex items-start gap-1.5 text-sm text-danger-text">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
};
