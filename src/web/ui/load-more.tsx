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

/** The next page of a list, where there is one; says beside it where it could not be had. */
export function LoadMore({ pages, words = 'Load more', size = 'md', className }: LoadMoreProps) {
  if (!pages.hasNextPage) return null;
  return (
    <div className={cx('flex flex-wrap items-center gap-x-4 gap-y-2', className)}>
      <Button size={size} busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {words}
      </Button>
      {pages.isFetchNextPageError && (
        <p role="alert" className="text-sm text-danger-text">
          No more could be loaded. Please try again.
        </p>
      )}
    </div>
  );
}
