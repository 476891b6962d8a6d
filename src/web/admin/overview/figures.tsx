import { Link } from 'wouter';
import type { Overview } from '#contract/overview.ts';
import { formatPrice } from '#domain/money.ts';
import { isOpenFor } from '#domain/overview.ts';
import { formatCount } from '#domain/text.ts';
import { cx } from '../../ui/cx.ts';
import { panelLinks } from '../panel-links.ts';
import { changePercent, changeText, comparedText, periodOf } from './overview-text.ts';

/**
 * Sales, orders and average order of a period, and their change from the period before if the shop was there for all of
 * it. They lead to the receipts that they count. On a phone they are one row, and the period before is named once below
 * it.
 */
export const Figures = ({ overview, days }: { overview: Overview; days: number }) => {
  const { sales, orders, average, before, perDay, since } = overview;
  const { to: today } = periodOf(perDay);
  const isCompared = isOpenFor(2 * days, { since, today });
  const figure = { days, isCompared, link: panelLinks.sales(periodOf(perDay)) };
  return (
    <>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 sm:gap-x-12 sm:gap-y-3">
        <Figure
          {...figure}
          name="Sales"
          value={formatPrice(sales)}
          change={changePercent(sales, before.sales)}
          className="sm:text-xl"
        />
        <Figure {...figure} name="Orders" value={formatCount(orders)} change={changePercent(orders, before.orders)} />
        <Figure
          {...figure}
          name="Average order"
          value={formatPrice(average)}
          change={changePercent(average, before.average)}
        />
      </dl>
      {isCompared && (
        <p aria-hidden className="text-xs text-muted sm:hidden">
          Compared with the {days} days before.
        </p>
      )}
    </>
  );
};

interface FigureProps {
  name: string;
  value: string;
  change: number | null;
  isCompared: boolean;
  days: number;
  /** The receipts that it counts. */
  link: string;
  className?: string;
}

const Figure = ({ name, value, change, isCompared, days, link, className }: FigureProps) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{name}</dt>
    <dd>
      <Link
        href={link}
        className={cx(
          'inline-flex min-h-11 items-center rounded-small text-lg font-bold tabular-nums hover:text-accent-text',
          className,
        )}
      >
        {value}
      </Link>
      {isCompared && (
        <p className="text-sm text-muted">
          {change === null ? (
            <>
              no earlier sales<span className="max-sm:sr-only"> to compare</span>
            </>
          ) : (
            <>
              {changeText(change)}
              {/* A phone names the period once, below. */}
              <span className="max-sm:sr-only">
                {comparedText(change, `the ${days} days before`).slice(changeText(change).length)}
              </span>
            </>
          )}
        </p>
      )}
    </dd>
  </div>
);
