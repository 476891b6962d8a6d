import { LoaderCircle } from 'lucide-react';
import { cx } from './cx.ts';

/** A turning ring next to words that say what is loading. It does not turn under reduced motion. */
export const Spinner = ({ className }: { className?: string }) => (
  <LoaderCircle aria-hidden className={cx('spin size-[1.25em] shrink-0', className)} />
);

/** A gray shape for content that is loading. Size it with classes, and group several in one `aria-busy` element. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden className={cx('breathe rounded-control bg-raised', className)} />
);

/** Gray lines for text that is loading, the last one shorter. */
export const SkeletonText = ({ lines = 2, className }: { lines?: number; className?: string }) => (
  <div aria-hidden className={cx('flex flex-col gap-2', className)}>
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity and never move
      <Skeleton key={line} className={cx('h-3.5 rounded-small', line === lines - 1 ? 'w-3/5' : 'w-full')} />
    ))}
  </div>
);
