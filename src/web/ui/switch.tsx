import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'children'> & {
  /** Left out if a field around the switch has the label. */
  label?: ReactNode;
  hideLabel?: boolean;
};

/** Something that is on or off. */
export const Switch = ({ label, hideLabel, className, ...input }: SwitchProps) => (
  <label className={cx('inline-flex min-h-11 items-center gap-3 text-sm text-text', className)}>
    <span className="relative inline-flex shrink-0">
      <input
        {...input}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: the native checkbox under the role says whether it is checked
        role="switch"
        className={cx(
          'peer h-6 w-10 cursor-pointer appearance-none rounded-full border border-edge bg-well',
          'checked:border-accent checked:bg-accent disabled:cursor-default disabled:opacity-50 forced-colors:appearance-auto',
        )}
      />
      <span
        aria-hidden
        className="pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-muted transition-transform duration-(--motion-move) peer-checked:translate-x-4 peer-checked:bg-accent-ink forced-colors:hidden"
      />
    </span>
    {label && <span className={cx(hideLabel && 'sr-only')}>{label}</span>}
  </label>
);
