import { useState } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';

/** The part of an infinite query that this needs. */
export interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  data: LoadedPages;
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<{ isFetchNextPageError: boolean; data: LoadedPages }>;
}

type LoadedPages = { pages: readonly unknown[] } | undefined;

/** A reload of the list that begins meanwhile takes the place of the next page. */
const TRIES = 3;

interface LoadMoreProps {
  pages: Pages;
  label?: string;
  size?: 'sm' | 'md';
  className?: string;
}

/** Takes the focus if the focused element was removed. */
const takeLostFocus = (element: HTMLElement | null): void => {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
};

/** A button for the next page of a list. It reports a failure, and says so when the last page is shown. */
export const LoadMore = ({ pages, label = 'Load more', size = 'md', className }: LoadMoreProps) => {
  const [isPressed, setPressed] = useState(false);
  // Kept here: the query forgets it when the list is reloaded.
  const [isFailed, setFailed] = useState(false);
  if (!pages.hasNextPage) {
    if (!isPressed) return null;
    return (
      <p ref={takeLostFocus} tabIndex={-1} className={cx('flex text-sm text-muted', className)}>
        End of list.
      </p>
    );
  }
  const more = async () => {
    setPressed(true);
    setFailed(false);
    for (let tries = 0; tries < TRIES; tries++) {
      const { data, isFetchNextPageError } = await pages.fetchNextPage({ cancelRefetch: false });
      if (isFetchNextPageError) break;
      if (data?.pages.length !== pages.data?.pages.length) return;
    }
    setFailed(true);
  };
  return (
    <div className={cx('flex flex-wrap items-center gap-x-4 gap-y-2', className)}>
      <Button size={size} busy={pages.isFetchingNextPage} onClick={() => void more()}>
        {label}
      </Button>
      {isFailed && (
        <p role="alert" className="text-sm text-danger-text">
          Couldn't load more. Please try again.
        </p>
      )}
    </div>
  );
};
