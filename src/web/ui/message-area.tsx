import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface MessageAreaProps {
  /** The content without a message. It alone decides how high the area is. */
  children: ReactNode;
  /** Covers the rest. A message that is longer than the area scrolls inside it. */
  message: ReactNode;
  className?: string;
}

/** A part of a card in which messages come and go without moving anything below it. */
export const MessageArea = ({ children, message, className }: MessageAreaProps) => (
  <div className={cx('relative', className)}>
    <div className={cx(message && 'invisible')}>{children}</div>
    {message && (
      <div className="appear absolute inset-0 overflow-y-auto overscroll-contain rounded-control">{message}</div>
    )}
  </div>
);
