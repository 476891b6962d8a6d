import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { AttentionItem } from '#contract/attention.ts';
import { type Urgency, urgencyOf } from '#domain/attention.ts';
import { useFailure } from '../api/failure.ts';
import { attentionQuery } from '../api/queries/attention.ts';
import { formatDateTime, formatDay } from '../browser/dates.ts';
import { paths } from '../browser/paths.ts';
import { shopNow } from '../browser/shop-clock.ts';
import { buttonClass } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Notice } from '../ui/notice.tsx';
import { ScrollRow } from '../ui/scroll-row.tsx';
import { TryAgain } from '../ui/try-again.tsx';
import { ATTENTION_LABELS, actPath, isDay, timeLeft } from './attention-text.ts';

const CHIPS: Readonly<Record<Urgency, string>> = {
  now: 'border-warning bg-warning-wash font-semibold text-text',
  soon: 'border-edge bg-surface font-medium text-text',
  later: 'border-line text-muted hover:text-text',
};

/**
 * The line under the tabs with everything that needs the attention of this user (behavior 10.8). Urgent chips are loud,
 * and the others are quiet. Without any there is no message at all. The overview has a list of its own instead.
 */
export const Attention = () => {
  const query = useQuery(attentionQuery);
  const failure = useFailure(query);
  const { data: items } = query;
  if (failure && items === undefined) {
    return (
      <section
        aria-label="Needs you"
        className="mb-4 flex min-h-11 flex-wrap items-center gap-x-3 text-sm text-danger-text"
      >
        Failed to load what needs you
        <TryAgain {...failure} />
      </section>
    );
  }
  // As high as the chips, so that nothing moves under a finger when they arrive.
  if (items === undefined) return <div className="mb-3 h-11 pointer-coarse:h-13" />;
  if (items.length === 0) return null;
  const chips = items.filter(({ kind }) => kind !== 'wallet_changed');
  return (
    <section aria-label="Needs you" className="mb-3 flex flex-col gap-2">
      <WalletNotice items={items} />
      {chips.length > 0 && (
        <ScrollRow className="-mx-3 px-3 py-1 sm:-mx-6 sm:px-6">
          <ul className="flex gap-1.5">
            {chips.map((item) => (
              <li key={item.kind} className="shrink-0">
                <Link
                  href={actPath(item)}
                  title={sinceTitle(item)}
                  className={cx(
                    'flex h-9 items-center gap-2 rounded-full border px-3.5 text-sm hover:bg-raised pointer-coarse:h-11',
                    CHIPS[urgencyOf(item.kind)],
                  )}
                >
                  <UrgencyDot item={item} />
                  <NeededText item={item} />
                </Link>
              </li>
            ))}
          </ul>
        </ScrollRow>
      )}
    </section>
  );
};

const sinceTitle = ({ kind, oldest }: AttentionItem): string | undefined =>
  oldest === null ? undefined : `Since ${isDay(kind) ? formatDay(oldest.slice(0, 10)) : formatDateTime(oldest)}`;

/** Marks what cannot wait. */
export const UrgencyDot = ({ item: { kind } }: { item: AttentionItem }) =>
  urgencyOf(kind) === 'now' && <span aria-hidden className="size-2 shrink-0 rounded-full bg-warning" />;

const MINUTE_MS = 60_000;

/** A task in words, and the time left for the first of its kind: "1 says paid · 23 h left". */
export const NeededText = ({ item: { kind, count, ends, paid } }: { item: AttentionItem }) => (
  <span className="inline-flex dotted">
    <span>{ATTENTION_LABELS[kind](count)}</span>
    {paid && <AfterDot>{paid} fully paid</AfterDot>}
    {ends && <TimeLeft end={ends} />}
  </span>
);

const AfterDot = ({ children }: { children: ReactNode }) => (
  <span className="whitespace-nowrap tabular-nums">
    <span aria-hidden>·</span>
    {children}
  </span>
);

const TimeLeft = ({ end }: { end: string }) => {
  const [now, setNow] = useState(shopNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(shopNow()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return <AfterDot>{timeLeft(Date.parse(end) - now)}</AfterDot>;
};

/** The warning about a wallet address that changed, if there is one. */
export const WalletNotice = ({ items }: { items: readonly AttentionItem[] }) => {
  const changed = items.find(({ kind }) => kind === 'wallet_changed');
  if (!changed) return null;
  const { oldest, link } = changed;
  return (
    <Notice
      tone="warning"
      icon={<ShieldAlert />}
      title={ATTENTION_LABELS.wallet_changed(1)}
      action={
        link !== paths.adminPanel && (
          <Link href={link} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
            Show
          </Link>
        )
      }
    >
      {oldest && `Since ${formatDateTime(oldest)}. `}
      Compare the addresses that members see with your own before anybody pays.
    </Notice>
  );
};
