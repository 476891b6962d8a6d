import type { ComponentProps, MouseEvent } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './loading.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

interface ButtonLook {
  /** primary: the main action of the place. danger: destroys something, which its text names. */
  variant?: ButtonVariant;
  /** sm 36 px (44 on touch), md 44, lg 52. */
  size?: ButtonSize;
  /** As wide as its container. */
  wide?: boolean;
}

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-accent-ink border-transparent font-semibold shadow-glow hover:bg-accent-strong',
  secondary: 'bg-raised text-text border-edge font-medium hover:border-text',
  ghost: 'bg-transparent text-muted border-transparent font-medium hover:bg-raised hover:text-text',
  danger: 'bg-danger text-danger-ink border-transparent font-semibold hover:bg-danger-strong',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'h-9 pointer-coarse:h-11 px-3 text-sm gap-1.5',
  md: 'h-11 px-4 text-base gap-2',
  lg: 'h-13 px-6 text-base gap-2.5',
};

/** The classes of a button, for a link. */
export const buttonClass = ({ variant = 'secondary', size = 'md', wide }: ButtonLook = {}): string =>
  cx(
    'inline-flex shrink-0 items-center justify-center rounded-control border whitespace-nowrap select-none',
    'transition-transform active:scale-[0.98] motion-reduce:active:scale-100',
    'disabled:pointer-events-none disabled:opacity-50 disabled:shadow-none aria-disabled:opacity-70',
    variants[variant],
    sizes[size],
    wide && 'w-full',
  );

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Shows a spinner and ignores presses, but keeps the focus. The text should say what is happening. */
    busy?: boolean;
    /** Ignores presses for a moment, but keeps the focus. */
    paused?: boolean;
  };

export const Button = ({
  variant,
  size,
  wide,
  busy,
  paused,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) => {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // A disabled button would lose the focus. A busy one keeps it and ignores presses, submits included.
    if (busy || paused) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || paused || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      onClick={press}
      className={cx(buttonClass({ variant, size, wide }), className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
};

/** A link that looks like a button. */
export const ButtonLink = ({ variant, size, wide, className, ...rest }: ComponentProps<'a'> & ButtonLook) => (
  <a {...rest} className={cx(buttonClass({ variant, size, wide }), className)} />
);
