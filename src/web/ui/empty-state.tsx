import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { lines } from './notice.tsx';

interface EmptyStateProps {
  /** A lucide icon or a small drawing. */
  icon?: ReactNode;
  title: string;
  /** The heading level: 1 if it is a whole page. */
  heading?: 'h1' | 'h2';
  /** A sentence about the next step. */
  text?: ReactNode;
  /** The button for the next step. */
  action?: ReactNode;
  className?: string;
}

export const EmptyState = ({ icon, title, heading: Heading = 'h2', text, action, className }: EmptyStateProps) => (
  <div className={cx('appear flex flex-col items-center gap-2 px-6 py-16 text-center', className)}>
    {icon && (
      <span
        aria-hidden
        className="mb-2 flex size-16 items-center justify-center rounded-full bg-accent-wash text-accent-text [&>svg]:size-7"
      >
        {icon}
      </span>
    )}
    <Heading className="text-lg font-semibold text-text">{title}</Heading>
    {text && <div className="max-w-sm text-muted">{typeof text === 'string' ? lines(text) : text}</div>}
    {action && <div className="mt-3">{action}</div>}
  </div>
);
