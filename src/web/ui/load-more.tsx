import { useState } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';

/** What is needed of a query that comes in pages. */
export interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

interface LoadMoreProps {
  pages: Pages;
  words?: string;
  size?: 'sm' | 'md';
  className?: string;
}

/** Takes the focus where nothing has it, because what had it is gone. */
const takeLostFocus = (element: HTMLElement | null): void => {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
};

/** The next page of a list, where there is one; says beside it where it could not be had, and in its place that it was the last. */
export const LoadMore = ({ pages, words = 'Load more', size = 'md', className }: LoadMoreProps) => {
  const [isPressed, setPressed] = useState(false);
  if (!pages.hasNextPage) {
    if (!isPressed) return null;
    return (
      <p ref={takeLostFocus} tabIndex={-1} className={cx('flex text-sm text-muted', className)}>
        That is all.
      </p>
    );
  }
  const more = () => {
    setPressed(true);
    void pages.fetchNextPage();
  };
  return (
    <div className={cx('flex flex-wrap items-center gap-x-4 gap-y-2', className)}>
      <Button size={size} busy={pages.isFetchingNextPage} onClick={more}>
        {words}
      </Button>
      {pages.isFetchNextPageError && (
        <p role="alert" className="text-sm text-danger-text">
          No more could be loaded. Please try again.
        </p>
      )}
    </div>
  );
};
