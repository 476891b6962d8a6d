import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { ApiError } from '../../api/client.ts';
import { type Failure, useFailure } from '../../api/failure.ts';
import { userQuery } from '../../api/queries/users.ts';
import { cx } from '../../ui/cx.ts';
import { LoadMore, type Pages } from '../../ui/load-more.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { TryAgain } from '../../ui/try-again.tsx';

/** What a list needs of its infinite query. */
interface PagedAnswer extends Pages {
  data: unknown;
  error: Error | null;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

interface PagedListProps {
  answer: PagedAnswer;
  /** How many rows are shown and how many there are in all, where the call tells. */
  count: number;
  total?: number | undefined;
  /** "receipts": what the rows are. */
  noun: string;
  /** What a failure is told with. */
  failed: string;
  empty: ReactNode;
  /** How high a row is, so that the skeleton has the shape of what comes. */
  rowClassName?: string;
  children: ReactNode;
}

/** The frame of every list that comes in pages: loading, failing, empty, full, and more. */
export const PagedList = ({ answer, count, total, noun, failed, empty, rowClassName, children }: PagedListProps) => {
  useFailureToast(answer.error, failed);
  const failure = useFailure(answer);
  const notice = failure && <ListFailure {...failure} failed={failed} />;
  if (notice && count === 0) return notice;
  if (answer.data === undefined) return <RowsToCome label={`Loading ${noun}`} rowClassName={rowClassName} />;
  if (count === 0) return empty;
  return (
    <div className="flex flex-col gap-3">
      {!answer.isFetchNextPageError && notice}
      <div
        aria-busy={answer.isPlaceholderData}
        className={cx('transition-opacity', answer.isPlaceholderData && 'opacity-60')}
      >
        {children}
      </div>
      <div className="flex min-h-11 flex-wrap items-center justify-center gap-4">
        {total !== undefined && (
          <p className="text-sm text-muted" role="status">
            {count} of {total} {noun}
          </p>
        )}
        <LoadMore pages={answer} className="justify-center" />
      </div>
    </div>
  );
};

const RowsToCome = ({ label, rowClassName = 'h-11' }: { label: string; rowClassName?: string | undefined }) => {
  const row = cx('flex items-center gap-6 border-b border-line px-4 last:border-b-0', rowClassName);
  return (
    <div role="status" aria-label={label} className="overflow-hidden rounded-card border border-line bg-surface">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
        <div key={key} className={row}>
          <Skeleton className="h-3.5 w-14 rounded-small" />
          <Skeleton className="h-3.5 w-28 rounded-small" />
          <Skeleton className="h-3.5 min-w-0 flex-1 rounded-small" />
          <Skeleton className="h-3.5 w-16 rounded-small" />
        </div>
      ))}
    </div>
  );
};

/** In the place of what could not be loaded, with the shop's own reason and the way to try again. */
export const ListFailure = ({ error, failed, ...again }: Failure & { failed: string }) => (
  <Notice tone="danger" alert title={failed} action={<TryAgain {...again} />}>
    {error.message === failed ? 'The shop did not answer.' : error.message}
  </Notice>
);

/**
 * Tells a failure as an Error toast too (specification §8). Where the token has ended or the right is lost, who is
 * signed in is asked anew: the panel then says so itself.
 */
const useFailureToast = (error: Error | null, failed: string): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!error) return;
    toast({ title: 'Error', description: failed, kind: 'error' });
    const isShutOut = error instanceof ApiError && (error.status === 401 || error.status === 403);
    if (isShutOut) void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
  }, [error, failed, queryClient]);
};
