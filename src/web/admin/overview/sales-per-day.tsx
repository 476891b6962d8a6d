import { Table2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Overview } from '#contract/overview.ts';
import { formatPrice } from '#domain/money.ts';
import { downloadPayments } from '../../api/queries/receipts.admin.ts';
import { rowsCsv } from '../../browser/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { CsvButton } from '../lists/csv-button.tsx';
import { panelLinks } from '../panel-links.ts';
import { useMay } from '../panel-role.ts';
import { dayLabel } from './overview-text.ts';

type Days = Overview['perDay'];

// The library of the chart is loaded with it, and not with the panel.
const SalesChart = lazyPart(() => import('./sales-chart.tsx'), <Skeleton className="h-67 w-full" />);

/** Sales per day: a chart, a table with the same figures (always there for screen readers), and CSV files. */
export const SalesPerDay = ({ perDay }: { perDay: Days }) => {
  const [showsTable, setShowsTable] = useState(false);
  const mayReadOrders = useMay('orders.read');
  return (
    <figure aria-label="Sales per day" className="mt-2 sm:mt-5">
      {perDay.some(({ orders }) => orders > 0) ? (
        <div className="h-67">
          <SalesChart perDay={perDay} />
        </div>
      ) : (
        <p className="text-sm text-muted">No sales in this period.</p>
      )}
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button size="sm" variant="ghost" aria-expanded={showsTable} onClick={() => setShowsTable(!showsTable)}>
          <Table2 aria-hidden className="size-4" />
          {showsTable ? 'Hide table' : 'Show table'}
        </Button>
        <CsvButton
          size="sm"
          variant="ghost"
          noun="sales per day"
          download={() =>
            rowsCsv(
              ['date', 'sales', 'orders'],
              perDay.map(({ date, sales, orders }) => [date, sales, orders]),
            )
          }
        />
        {mayReadOrders && (
          <CsvButton
            size="sm"
            variant="ghost"
            noun="payments"
            label="Export payments"
            download={() => downloadPayments({ from: perDay[0]?.date, to: perDay.at(-1)?.date })}
          />
        )}
      </div>
      {/* A table does not get smaller than its text, so what hides it is around it. */}
      <div className={cx(!showsTable && 'sr-only')}>
        <DaysTable perDay={perDay} isShown={showsTable} />
      </div>
    </figure>
  );
};

/** Its links lead to the receipts of a day. They are no stops of the keyboard while nobody sees them. */
const DaysTable = ({ perDay, isShown }: { perDay: Days; isShown: boolean }) => (
  <table className="mt-2 w-full text-sm">
    <caption className="sr-only">Sales per day, newest first</caption>
    <thead>
      <tr className="text-left text-xs text-muted [&>th]:h-9 [&>th]:font-semibold">
        <th scope="col">Day</th>
        <th scope="col" className="text-right">
          Sales
        </th>
        <th scope="col" className="text-right">
          Orders
        </th>
      </tr>
    </thead>
    <tbody className="tabular-nums">
      {perDay.toReversed().map(({ date, sales, orders }) => (
        <tr key={date} className="[&>*]:h-9 pointer-coarse:[&>*]:h-11 [&>*]:border-t [&>*]:border-line">
          <th scope="row" className="text-left font-normal">
            {orders === 0 ? (
              dayLabel(date)
            ) : (
              <Link
                href={panelLinks.sales({ from: date, to: date })}
                tabIndex={isShown ? undefined : -1}
                className="link inline-flex h-full items-center"
              >
                {dayLabel(date)}
              </Link>
            )}
          </th>
          <td className="text-right">{formatPrice(sales)}</td>
          <td className="text-right">{orders}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
