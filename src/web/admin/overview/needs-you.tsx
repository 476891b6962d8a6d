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
import { MarkPaid } from './mark-paid.tsx';
import type { Lack } from './use-lacks.ts';

/**
 * The list of all that needs this user, the most urgent first (behavior 10.8). Each line is a link to the list behind
 * it, and ends with the action there. On a wide screen they are in two columns, so that the action is near its words.
 */
export const NeedsYou = ({
  items,
  failure,
  lacks,
}: {
  items: readonly AttentionItem[] | undefined;
  failure: Failure | null;
  /** Listed first: without them nobody can order, or pay. */
  lacks: readonly Lack[];
}) => {
  const needed = items?.filter(({ kind }) => kind !== 'wallet_changed') ?? [];
  const lines = [
    ...lacks.map((lack) => ({ key: lack.title, line: <LackLine {...lack} /> })),
    ...needed.map((item) => ({ key: item.kind, line: <Line item={item} /> })),
  ];
  // What is urgent stays in the first column, unless the other one would be nearly empty.
  const urgent = lacks.length + needed.filter(({ kind }) => urgencyOf(kind) === 'now').length;
  const half = Math.ceil(lines.length / 2);
  const rows = Math.min(Math.max(urgent, half), half + 2);
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
        {items?.length === 0 && lacks.length === 0 && (
          <p className="flex items-center gap-2 text-muted">
            <CircleCheck aria-hidden className="size-4.5 shrink-0 text-good-text" />
            Nothing needs you right now
          </p>
        )}
      </div>
      {items && items.length > needed.length && (
        <div className="px-4 pb-3 sm:px-5">
          <WalletNotice items={items} />
        </div>
      )}
      {lines.length > 0 && (
        <ul className="lg:grid lg:grid-flow-col lg:grid-cols-2" style={{ gridTemplateRows: `repeat(${rows}, auto)` }}>
          {lines.map(({ key, line }, index) => (
            <li key={key} className={cx('border-t border-line', index < rows && lines.length > 1 && 'lg:border-r')}>
              {line}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};

const LINE = 'flex min-h-13 items-center gap-3 px-4 py-1.5 sm:px-5';

const LackLine = ({ title, text, action, href }: Lack) => (
  <Link href={href} className={cx(LINE, 'hover:bg-raised')}>
    <span aria-hidden className="size-2 shrink-0 rounded-full bg-warning" />
    <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:flex-wrap sm:items-baseline sm:gap-x-3">
      <span className="font-semibold">{title}</span>
      <span className="text-sm text-muted max-sm:text-xs">{text}</span>
    </span>
    <span className={buttonClass({ size: 'sm', variant: 'secondary' })}>{action}</span>
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
            {/* Its words do not say that the order is canceled or expired, so the money is not the shop's. */}
            {kind === 'payment_late' && ' · to send back'}
          </span>
        )}
      </span>
    </>
  );
  // A role that may not see what is behind it has nothing to press.
  if (link === paths.adminPanel) return <div className={LINE}>{text}</div>;
  if (item.paid) {
    return (
      <div className={cx(LINE, 'relative hover:bg-raised')}>
        <Link href={actPath(item)} className="flex min-w-0 flex-1 items-center gap-3 after:absolute after:inset-0">
          {text}
        </Link>
        <MarkPaid count={item.paid} />
      </div>
    );
  }
  return (
    <Link href={actPath(item)} className={cx(LINE, 'hover:bg-raised')}>
      {text}
      <span className={buttonClass({ size: 'sm', variant: isUrgent ? 'secondary' : 'ghost' })}>
        {ATTENTION_ACTIONS[kind](count)}
      </span>
    </Link>
  );
};
