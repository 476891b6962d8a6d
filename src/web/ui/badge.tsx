import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export type Tone = 'plain' | 'accent' | 'good' | 'warning' | 'danger' | 'notice';

type BadgeProps = ComponentProps<'span'> & {
  tone?: Tone;
  /** A hue of tokens.css instead of a tone. The category-… colors inside it have that hue. */
  hue?: string;
  /** Filled, for the one thing that must be noticed, such as the last pieces in stock. */
  loud?: boolean;
  /** Dark and readable on any picture. It has no blur, because many blurred badges make scrolling slow. */
  onPicture?: boolean;
};

const quiet: Record<Tone, string> = {
  plain: 'border-line bg-raised text-muted',
  accent: 'border-transparent bg-accent-wash text-accent-text',
  good: 'border-transparent bg-good-wash text-good-text',
  warning: 'border-transparent bg-warning-wash text-warning-text',
  danger: 'border-transparent bg-danger-wash text-danger-text',
  notice: 'border-transparent bg-notice-wash text-notice-text',
};

const filled: Record<Tone, string> = {
  plain: 'border-transparent bg-tip text-tip-ink',
  accent: 'border-transparent bg-accent text-accent-ink',
  good: 'border-transparent bg-good text-good-ink',
  warning: 'border-transparent bg-warning text-warning-ink',
  danger: 'border-transparent bg-danger text-danger-ink',
  notice: 'border-transparent bg-notice-wash text-notice-text',
};

/** A few words, cut if there is no room for them. It is a single element, because every card of a list has some. */
export const Badge = ({ tone = 'plain', hue, loud, onPicture, className, ...rest }: BadgeProps) => {
  const look = onPicture
    ? 'border-transparent bg-shade/85 text-shade-ink'
    : hue
      ? 'border-transparent bg-category-wash text-category-text'
      : (loud ? filled : quiet)[tone];
  return (
    <span
      {...rest}
      data-hue={hue}
      className={cx(
        'inline-block h-6 max-w-full truncate rounded-full border px-2.5 align-middle text-xs leading-5.5 font-semibold',
        look,
        className,
      )}
    />
  );
};

/** A key of the keyboard. */
export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-small border border-line bg-raised px-1.5 font-sans text-xs text-muted">
    {children}
  </kbd>
);
