import { CircleCheck } from 'lucide-react';
import { Link } from 'wouter';
import type { AttentionItem } from '#contract/attention.ts';
import { urgencyOf } from '#domain/attention.ts';
import type { Failure } from '../../api/failure.ts';
import { formatDay, formatRecentTime } from '../../browser/dates.ts';
import { paths } from '../../browser/paths.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { TryAgain } from '../../ui/try-again.tsx';
import { NeededText, UrgencyDot, WalletNotice } from '../attention.tsx';
import { ATTENTION_ACTIONS, actPath, isDay } from '../attention-text.ts';
import { sectionAddress } from '../panel-links.ts';

/**
 * The list of all that needs this user, the most urgent first (behavior 10.8). Each line is a link to the list behind
 * it, and ends with the action there. On a wide screen the lines go on in a second column.
 */
export const NeedsYou = ({
  items,
  failure,
  withoutRate = [],
}: {
  items: readonly AttentionItem[] | undefined;
  failure: Failure | null;
  /** The coins in which no order can show an amount, because they have no rate. */
  withoutRate?: readonly string[];
}) => {
  const lines = items?.filter(({ kind }) => kind !== 'wallet_changed') ?? [];
  const lacksRate = withoutRate.length > 0;
  const count = lines.length + (lacksRate ? 1 : 0);
  const rows = Math.ceil(count / 2);
  return (
    <Card aria-label="Needs you" className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3 sm:px-5">
        <h2 className="text-base font-semibold text-text">Needs you</h2>
        {failure && (
          <div className="flex flex-1 flex-wrap items-center justify-between gap-x-3 text-sm text-danger-text">
            Failed to load what needs you
            <TryAgain {...failure} />
          </div>
        )}
        {items?.length === 0 && !lacksRate && (
          <p className="flex items-center gap-2 text-muted">
            <CircleCheck aria-hidden className="size-4.5 shrink-0 text-good-text" />
            Nothing needs you right now
          </p>
        )}
      </div>
      {items && items.length > lines.length && (
        <div className="px-4 pb-3 sm:px-5">
          <WalletNotice items={items} />
        </div>
      )}
      {count > 0 && (
        <ul className="lg:grid lg:auto-cols-fr lg:grid-flow-col" style={{ gridTemplateRows: `repeat(${rows}, auto)` }}>
          {/* First, because nobody who pays in coins knows how much to send. */}
          {lacksRate && (
            <li className="border-t border-line">
              <MissingRates coins={withoutRate} />
            </li>
          )}
          {lines.map((item, index) => (
            <li
              key={item.kind}
              className={cx('border-t border-line', index + (lacksRate ? 1 : 0) >= rows && 'lg:border-l')}
            >
              <Line item={item} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};

const LINE = 'flex min-h-13 items-center gap-3 px-4 py-1.5 sm:px-5';

/** No kind of what needs somebody: a shop may do without rates. But then its orders say no amount in coins. */
const MissingRates = ({ coins }: { coins: readonly string[] }) => (
  <Link href={sectionAddress('payment', 'rates')} className={cx(LINE, 'hover:bg-raised')}>
    <span aria-hidden className="size-2 shrink-0 rounded-full bg-warning" />
    <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:flex-wrap sm:items-baseline sm:gap-x-3">
      <span className="font-semibold">No exchange rates</span>
      <span className="text-sm text-muted max-sm:text-xs">orders do not say how much {coins.join(' or ')} to send</span>
    </span>
    <span className={buttonClass({ size: 'sm', variant: 'secondary' })}>Set rates</span>
  </Link>
);

const Line = ({ item }: { item: AttentionItem }) => {
  const { kind, count, oldest, ends, link } = item;
  const isUrgent = urgencyOf(kind) === 'now';
  const text = (
    <>
      <span className="flex w-2 shrink-0">
        <UrgencyDot item={item} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:flex-wrap sm:items-baseline sm:gap-x-3">
        <span className={isUrgent ? 'font-semibold' : 'font-medium'}>
          <NeededText item={item} />
        </span>
        {oldest && (
          // A phone has room for one time, and the end matters more.
          <span className={cx('text-sm text-muted max-sm:text-xs', ends && 'max-sm:hidden')}>
            since {isDay(kind) ? formatDay(oldest.slice(0, 10)) : formatRecentTime(Date.parse(oldest), shopNow())}
          </span>
        )}
      </span>
    </>
  );
  // A role that may not see what is behind it has nothing to press.
  if (link === paths.adminPanel) return <div className={LINE}>{text}</div>;
  return (
    <Link href={actPath(item)} className={cx(LINE, 'hover:bg-raised')}>
      {text}
      <span className={buttonClass({ size: 'sm', variant: isUrgent ? 'secondary' : 'ghost' })}>
        {ATTENTION_ACTIONS[kind](count)}
      </span>
    </Link>
  );
};
