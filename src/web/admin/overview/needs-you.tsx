import { useQuery } from '@tanstack/react-query';
import { ChevronRight, CircleCheck } from 'lucide-react';
import { Link } from 'wouter';
import type { AttentionItem } from '#contract/attention.ts';
import { useFailure } from '../../api/failure.ts';
import { attentionQuery } from '../../api/queries/attention.ts';
import { formatDay, formatRecentTime } from '../../browser/dates.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import { ATTENTION_LABELS, isDay, WalletNotice } from '../attention.tsx';

/** The oldest first. What has no time comes last, in the order of the shop. */
const byAge = (a: AttentionItem, b: AttentionItem): number => timeOf(a) - timeOf(b);
const timeOf = ({ oldest }: AttentionItem): number => (oldest === null ? Number.MAX_SAFE_INTEGER : Date.parse(oldest));

/** What needs this user, each line a link to the list behind it (behavior 10.8). */
export const NeedsYou = () => {
  const query = useQuery(attentionQuery);
  const failure = useFailure(query);
  const items = query.data;
  const lines = items?.filter(({ kind }) => kind !== 'wallet_changed').toSorted(byAge) ?? [];
  return (
    <Card aria-label="Needs you" className="overflow-hidden pb-2">
      <CardHeader title="Needs you" className="pb-3" />
      {failure && (
        <div className="flex items-center justify-between gap-3 px-5 pb-3 text-sm text-danger-text">
          Failed to load what needs you
          <TryAgain {...failure} />
        </div>
      )}
      {!failure && items === undefined && (
        <div className="flex flex-col gap-3 px-5 pb-3">
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
        </div>
      )}
      {items && items.length > lines.length && (
        <div className="px-5 pb-3">
          <WalletNotice items={items} />
        </div>
      )}
      {items?.length === 0 && (
        <p className="flex min-h-11 items-center gap-2.5 px-5 pb-2 text-muted">
          <CircleCheck aria-hidden className="size-4.5 shrink-0 text-good-text" />
          Nothing needs you right now
        </p>
      )}
      <ul>
        {lines.map(({ kind, count, oldest, link }) => (
          <li key={kind} className="border-t border-line first:border-t-0">
            <Link href={link} className="flex min-h-11 items-center gap-3 px-5 py-2 hover:bg-raised">
              <span className="min-w-0 flex-1 font-medium">{ATTENTION_LABELS[kind](count)}</span>
              {oldest && (
                <span className="shrink-0 text-sm text-muted">
                  since{' '}
                  {isDay(kind) ? formatDay(oldest.slice(0, 10)) : formatRecentTime(Date.parse(oldest), Date.now())}
                </span>
              )}
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
};
