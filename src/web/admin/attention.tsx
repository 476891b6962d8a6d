import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { Link } from 'wouter';
import type { AttentionItem, AttentionKind } from '#contract/attention.ts';
import { describeLeftOut } from '#domain/left-out-rows.ts';
import { useFailure } from '../api/failure.ts';
import { attentionQuery } from '../api/queries/attention.ts';
import { formatDateTime, formatDay } from '../browser/dates.ts';
import { paths } from '../browser/paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { TryAgain } from '../ui/try-again.tsx';

/** What needs attention in a few words (behavior 10.8). */
export const ATTENTION_LABELS: Readonly<Record<AttentionKind, (count: number) => string>> = {
  awaiting_payment: (count) => `${count} awaiting payment`,
  payment_sent: (count) => `${count} ${count === 1 ? 'says' : 'say'} paid`,
  to_ship: (count) => `${count} to ship`,
  short_of_stock: (count) => `${count} short of stock`,
  hoarding: (count) => `${count} ${count === 1 ? 'member holds' : 'members hold'} much of the stock`,
  low_stock: (count) => `${count} low on stock`,
  wanted: (count) => `${count} wanted back`,
  labels: (count) => `${count} ${count === 1 ? 'label' : 'labels'} to check`,
  to_verify: (count) => `${count} to verify`,
  sync_failed: () => 'Sync failed',
  sync_waiting: () => 'Sync waiting for you',
  sync_rows: describeLeftOut,
  notices_stuck: (count) => `${count} ${count === 1 ? 'notice' : 'notices'} not delivered`,
  lab_expired: (count) => `${count} ${count === 1 ? 'lab result' : 'lab results'} expired`,
  rates_old: () => 'Rates are over a day old',
  rates_waiting: () => 'New rates wait for you',
  wallet_changed: () => 'A wallet address changed',
  wallet_pending: () => 'A wallet change is waiting',
  wallet_unexplained: () => 'A wallet address is not explained',
};

/** Returns true if the oldest of a kind is a day and no moment: the last day of a lab result. */
export const isDay = (kind: AttentionKind): boolean => kind === 'lab_expired';

/**
 * What needs the attention of this user, as one line under the tabs (behavior 10.8). Nothing is no message at all. The
 * overview has a list of its own instead.
 */
export const Attention = () => {
  const query = useQuery(attentionQuery);
  const failure = useFailure(query);
  const items = query.data ?? [];
  if (failure && query.data === undefined) {
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
  if (items.length === 0) return null;
  const chips = items.filter(({ kind }) => kind !== 'wallet_changed');
  return (
    <section aria-label="Needs you" className="mb-4 flex flex-col gap-2">
      <WalletNotice items={items} />
      {chips.length > 0 && (
        <ul className="-mx-3 flex gap-1.5 overflow-x-auto px-3 py-1 [scrollbar-width:none] sm:-mx-6 sm:px-6">
          {chips.map(({ kind, count, oldest, link }) => (
            <li key={kind} className="shrink-0">
              <Link
                href={link}
                title={
                  oldest ? `Since ${isDay(kind) ? formatDay(oldest.slice(0, 10)) : formatDateTime(oldest)}` : undefined
                }
                className="flex h-9 items-center gap-2 rounded-full border border-warning bg-surface px-3.5 text-sm font-medium text-text hover:bg-raised pointer-coarse:h-11"
              >
                <span aria-hidden className="size-2 rounded-full bg-warning" />
                {ATTENTION_LABELS[kind](count)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
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
