import { type ReactNode, useEffect } from 'react';
import { formatCount } from '#domain/text.ts';
import { type Failure, useFailure } from '../../api/failure.ts';
import { cx } from '../../ui/cx.ts';
import { LoadMore, type Pages } from '../../ui/load-more.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { TryAgain } from '../../ui/try-again.tsx';
import { failureCause } from '../action-toasts.ts';

/** The part of an infinite query that a list needs. */
export interface PagedQuery extends Pages {
  error: Error | null;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

export interface PagedListProps {
  query: PagedQuery;
  /** The number of loaded rows. */
  count: number;
  /** The number of all rows, if the call returns it. */
  total?: number | undefined;
  /** The word for the rows, such as "receipts". */
  noun: string;
  /** The message if the list cannot be loaded. */
  failed: string;
  /** Shown if there are no rows at all. */
  empty: ReactNode;
  /** The height of a row, for the skeleton. */
  rowClassName?: string;
  /** The rows are cards. */
  asCards?: boolean;
  children: ReactNode;
}

/** A list that loads page by page, in all its states: loading, failed, empty, with rows, and more to load. */
export const PagedList = ({ query, count, total, noun, failed, empty, children, ...rows }: PagedListProps) => {
  const failure = useFailure(query);
  const notice = failure && <ListFailure {...failure} failed={failed} />;
  if (notice && count === 0) return notice;
  if (query.data === undefined) return <RowsSkeleton label={`Loading ${noun}`} {...rows} />;
  if (count === 0) return empty;
  return (
    <div className="flex flex-col gap-3">
      {!query.isFetchNextPageError && notice}
      <div
        aria-busy={query.isPlaceholderData}
        className={cx('transition-opacity', query.isPlaceholderData && 'opacity-60')}
      >
        {children}
      </div>
      <div className="flex min-h-11 flex-wrap items-center justify-center gap-4">
        {total !== undefined && (
          <p className="text-sm text-muted" role="status">
            {formatCount(count)} of {formatCount(total)} {noun}
          </p>
        )}
        <LoadMore pages={query} className="justify-center" />
      </div>
    </div>
  );
};

type RowsSkeletonProps = { label: string } & Pick<PagedListProps, 'rowClassName' | 'asCards'>;

const RowsSkeleton = ({ label, rowClassName = 'h-11', asCards }: RowsSkeletonProps) => {
  const frame = 'rounded-card border border-line bg-surface';
  return (
    <div role="status" aria-label={label} className={asCards ? 'flex flex-col gap-2' : cx('overflow-hidden', frame)}>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) =>
        asCards ? (
          <div key={key} className={cx('flex flex-col justify-evenly p-4', frame, rowClassName)}>
            <Skeleton className="h-4 w-2/5 rounded-small" />
            <Skeleton className="h-3.5 rounded-small" />
            <Skeleton className="h-3.5 w-3/5 rounded-small" />
          </div>
        ) : (
          <div
            key={key}
            className={cx('flex items-center gap-6 border-b border-line px-4 last:border-b-0', rowClassName)}
          >
            <Skeleton className="h-3.5 w-14 rounded-small" />
            <Skeleton className="h-3.5 w-28 rounded-small" />
            <Skeleton className="h-3.5 min-w-0 flex-1 rounded-small" />
            <Skeleton className="h-3.5 w-16 rounded-small" />
          </div>
        ),
      )}
    </div>
  );
};

/** Takes the place of a list that could not be loaded, with the reason and a button to try again. */
export const ListFailure = ({ error, failed, ...again }: Failure & { failed: string }) => (
  <Notice tone="danger" alert title={failed} action={<TryAgain {...again} />}>
    {failureCause(error)}
  </Notice>
);

/** Shows a failure as a toast too, as the specification asks for. Other lists say it in one place. */
export const useFailureToast = (error: Error | null, failed: string): void => {
  useEffect(() => {
    if (error) toast({ title: 'Error', description: failed, kind: 'error' });
  }, [error, failed]);
};
