import { Link } from 'wouter';
import type { Overview } from '#contract/overview.ts';
import { formatCount } from '#domain/text.ts';
import { cx } from '../../ui/cx.ts';
import { tabAddress } from '../panel-links.ts';
import { changePercent, changeText, formatSales } from './overview-text.ts';

/** Sales, orders and average order of a period, and their change from the period before. */
export const Figures = ({ overview, days }: { overview: Overview; days: number }) => {
  const { sales, orders, average, before } = overview;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:flex sm:flex-wrap sm:gap-x-12">
      <Figure name="Sales" value={formatSales(sales)} change={changePercent(sales, before.sales)} days={days} large />
      <Figure name="Orders" value={formatCount(orders)} change={changePercent(orders, before.orders)} days={days} />
      <Figure
        name="Average order"
        value={formatSales(average)}
        change={changePercent(average, before.average)}
        days={days}
      />
    </dl>
  );
};

interface FigureProps {
  name: string;
  value: string;
  change: number | null;
  days: number;
  large?: boolean;
}

const Figure = ({ name, value, change, days, large }: FigureProps) => (
  <div className={cx('min-w-0', large && 'max-sm:col-span-2')}>
    <dt className="text-sm text-muted">{name}</dt>
    <dd>
      <Link
        href={tabAddress('receipts')}
        className={`inline-flex min-h-11 items-center rounded-small font-bold tabular-nums hover:text-accent-text ${large ? 'text-xl' : 'text-lg'}`}
      >
        {value}
      </Link>
      <p className="text-sm text-muted">
        {change === null
          ? `nothing in the ${days} days before`
          : `${changeText(change)} ${change === 0 ? 'as' : 'from'} the ${days} days before`}
      </p>
    </dd>
  </div>
);
