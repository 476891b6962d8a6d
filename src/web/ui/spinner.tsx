import { LoaderCircle } from 'lucide-react';
import { cx } from './cx.ts';

/** A turning ring beside words that say what is awaited; still under reduced motion. */
export const Spinner = ({ className }: { className?: string }) => (
  <LoaderCircle aria-hidden className={cx('spin size-[1.25em] shrink-0', className)} />
);
