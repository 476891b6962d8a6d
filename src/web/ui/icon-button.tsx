import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** The accessible name. */
  label: string;
  /** One lucide icon. */
  children: ReactNode;
  /** sm 36 px (44 on touch), md 44. */
  size?: 'sm' | 'md';
};

/** A button with only an icon. Put it in a Tooltip if the icon alone is not clear. */
export const IconButton = ({ label, children, size = 'md', className, type = 'button', ...rest }: IconButtonProps) => (
  <button
    {...rest}
    type={type}
    aria-label={label}
    className={cx(
      'inline-flex shrink-0 items-center justify-center rounded-control border border-transparent text-muted [&>svg]:size-5',
      'hover:bg-raised hover:text-text disabled:pointer-events-none disabled:opacity-50 aria-pressed:bg-accent-wash aria-pressed:text-accent-text',
      size === 'sm' ? 'size-9 pointer-coarse:size-11' : 'size-11',
      className,
    )}
  >
    {children}
  </button>
);
