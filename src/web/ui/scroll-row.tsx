import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react';
import { cx } from './cx.ts';

/** So many pixels of an edge fade. */
const FADE = 28;

/** Lets the edges fade behind which more follows. */
const fade = (row: HTMLElement): void => {
  const behind = row.scrollWidth - row.clientWidth - row.scrollLeft;
  row.style.setProperty('--fade-start', `${Math.min(FADE, row.scrollLeft)}px`);
  row.style.setProperty('--fade-end', `${Math.min(FADE, Math.max(0, behind))}px`);
};

interface ScrollRowProps extends ComponentProps<'div'> {
  row?: RefObject<HTMLDivElement | null>;
}

/** A row that scrolls sideways where it does not fit. An edge fades where more follows, so that nothing looks cut off. */
export const ScrollRow = ({ row, className, ...rest }: ScrollRowProps) => {
  const own = useRef<HTMLDivElement>(null);
  const ref = row ?? own;
  // What is in the row changes with each render.
  useLayoutEffect(() => {
    if (ref.current) fade(ref.current);
  });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => fade(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return (
    <div
      ref={ref}
      onScroll={({ currentTarget }) => fade(currentTarget)}
      className={cx('fading-row no-scrollbar flex overflow-x-auto', className)}
      {...rest}
    />
  );
};
