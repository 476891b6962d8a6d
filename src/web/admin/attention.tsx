import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ShieldAlert } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
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
import { TryAgain } from '../ui/try-again.tsx';
import { useElementWidth } from '../ui/use-size.ts';
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
      {chips.length > 0 && <Chips items={chips} />}
    </section>
  );
};

/** The chips in one line, each of them whole. What does not fit is behind a button with its number. */
const Chips = ({ items }: { items: readonly AttentionItem[] }) => {
  const [list, width] = useElementWidth<HTMLUListElement>();
  const [fitting, setFitting] = useState(items.length);
  const [showsAll, setShowsAll] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: they wrap at another place
  useLayoutEffect(() => {
    const lines = [...(list.current?.children ?? [])].map((chip) => (chip as HTMLElement).offsetTop);
    setFitting(lines.filter((top) => top === lines[0]).length);
  }, [list, items, width]);
  const more = items.length - fitting;
  return (
    <div className="flex items-start gap-1.5">
      <ul
        ref={list}
        className={cx(
          '-mx-1 flex min-w-0 flex-1 flex-wrap gap-1.5 p-1',
          !showsAll && 'h-11 overflow-hidden pointer-coarse:h-13',
        )}
      >
        {items.map((item, index) => (
          <li key={item.kind} className={cx('max-w-full', index >= fitting && !showsAll && 'invisible')}>
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
      {more > 0 && (
        <button
          type="button"
          aria-expanded={showsAll}
          aria-label={showsAll ? 'Show fewer' : `${more} more`}
          onClick={() => setShowsAll(!showsAll)}
          className="my-1 flex h-9 shrink-0 items-center gap-1 rounded-full border border-line px-3 text-sm font-medium text-muted hover:text-text pointer-coarse:h-11"
        >
          {!showsAll && `+${more}`}
          <ChevronDown aria-hidden className={cx('size-4', showsAll && 'rotate-180')} />
        </button>
      )}
    </div>
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
