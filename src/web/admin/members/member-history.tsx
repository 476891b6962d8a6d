import { useInfiniteQuery } from '@tanstack/react-query';
import { useFailure } from '../../api/failure.ts';
import { userEventsQuery } from '../../api/queries/users.admin.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { ListFailure } from '../lists/paged-list.tsx';

/** What was done to an account and by whom, newest first. */
export const MemberHistory = ({ userId }: { userId: string }) => {
  const answer = useInfiniteQuery(userEventsQuery(userId));
  const { data } = answer;
  const failure = useFailure(answer);
  if (!data) {
    return failure ? <ListFailure {...failure} failed="Failed to load the history" /> : <SkeletonText lines={3} />;
  }
  const events = data.pages.flatMap((page) => page.events);
  if (events.length === 0) return <p className="text-sm text-muted">Nothing was done to this account yet.</p>;
  return (
    <div className="flex flex-col gap-3">
      <ol className="flex flex-col gap-2 text-sm">
        {events.map((event) => (
          <li key={event.id} className="border-l-2 border-line pl-3">
            <p className="break-words text-text">
              {event.what} <span className="text-muted">by {event.by}</span>
            </p>
            <p className="text-muted">
              <time dateTime={event.at}>{formatDateTime(event.at)}</time>
            </p>
          </li>
        ))}
      </ol>
      <LoadMore pages={answer} size="sm" />
    </div>
  );
};
