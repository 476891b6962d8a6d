import { useState } from 'react';
import { Link } from 'wouter';
import type { Overview } from '#contract/overview.ts';
import { lineName } from '#domain/line-name.ts';
import { formatPrice, toCents } from '#domain/money.ts';
import { isOpenFor, UNSOLD_DAYS } from '#domain/overview.ts';
import { UNCATEGORIZED, UNKNOWN } from '#domain/product.ts';
import { counted, formatCount } from '#domain/text.ts';
import { rowsCsv } from '../../browser/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Segmented } from '../../ui/choice.tsx';
import { useMedia } from '../../ui/use-size.ts';
import { NO_BRAND } from '../inventory/list/filter-items.ts';
import { CsvButton } from '../lists/csv-button.tsx';
import { panelLinks } from '../panel-links.ts';
import { periodOf, stockText } from './overview-text.ts';

const GROUPS = [
  { value: 'products', label: 'Product' },
  { value: 'brands', label: 'Brand' },
  { value: 'categories', label: 'Category' },
] as const;
type Group = (typeof GROUPS)[number]['value'];

const MEASURES = [
  { value: 'dollars', label: 'Dollars' },
  { value: 'pieces', label: 'Pieces' },
] as const;
type Measure = (typeof MEASURES)[number]['value'];

/** A line of a list: a name that is a link, a figure in words, and the length of its bar. */
interface Line {
  key: string | number;
  name: string;
  link: string;
  text: string;
  /** The list behind the figure. */
  textLink?: string;
  size: number;
}

/**
 * Products that sell, those that do not, and how long the stock lasts. A shop younger than 30 days has none that was
 * unsold for so long.
 */
export const WhatSells = ({ overview, days }: { overview: Overview; days: number }) => {
  const { unsold, stockDays, since, perDay } = overview;
  const isWide = useMedia(WIDE);
  const isOld = isOpenFor(UNSOLD_DAYS, { since, today: periodOf(perDay).to });
  const beside = [...(isOld ? [unsold] : []), stockDays].map(({ length }) => Math.min(FIRST, length));
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      {/* As long as the lists next to it, so that no hole is left below. */}
      <BestSellers overview={overview} days={days} first={isWide ? rowsBeside(beside) : FIRST} />
      <div className="flex flex-col gap-6">
        {isOld && (
          <RankedCard
            title={`Not sold for ${UNSOLD_DAYS} days`}
            text="In stock and on the menu, whatever period is chosen."
            noun="unsold products"
            empty="No unsold products in stock."
            header={['productId', 'name', 'quantity']}
            rows={unsold.map(({ productId, name, quantity }) => [productId, name, quantity])}
            lines={unsold.map(({ productId, name, size, quantity }) => ({
              key: productId,
              name: lineName({ productName: name, size }),
              link: panelLinks.item(productId),
              text: `${formatCount(quantity)} in stock`,
              size: quantity,
            }))}
          />
        )}
        <RankedCard
          title="Days of stock left"
          text={`At the pace of the last ${days} days.`}
          noun="days of stock"
          empty="No sales in this period."
          header={['productId', 'name', 'days']}
          rows={stockDays.map(({ productId, name, days: left }) => [productId, name, left])}
          lines={stockDays.map(({ productId, name, size, days: left, ...stock }) => ({
            key: productId,
            name: lineName({ productName: name, size }),
            link: panelLinks.item(productId),
            text: stockText(left, stock),
            size: left,
          }))}
        />
      </div>
    </div>
  );
};

const WIDE = '(min-width: 64rem)';

/** The rows that fit beside one or two lists. The head of the second one, and its foot, are about four rows high. */
const rowsBeside = (lists: readonly number[]): number =>
  Math.max(FIRST, lists.reduce((sum, rows) => sum + rows, 0) + 4 * (lists.length - 1) - 1);

const BestSellers = ({ overview, days, first }: { overview: Overview; days: number; first: number }) => {
  const [group, setGroup] = useState<Group>('products');
  const [measure, setMeasure] = useState<Measure>('dollars');
  const lines = linesOf(overview, group, measure);
  const rows: (string | number)[][] =
    group === 'products'
      ? overview.products.map(({ productId, name, pieces, sales }) => [productId, name, pieces, sales])
      : overview[group].map(({ name, pieces, sales }) => [name, pieces, sales]);
  return (
    <RankedCard
      title="What sells"
      text={`In the last ${days} days, discounts taken off.`}
      noun={`best ${group}`}
      empty="No sales in this period."
      header={group === 'products' ? ['productId', 'name', 'pieces', 'sales'] : ['name', 'pieces', 'sales']}
      rows={rows}
      lines={lines}
      first={first}
      controls={
        <div className="flex flex-wrap gap-2 px-5 pb-3">
          <Segmented label="Group by" value={group} onChange={setGroup} options={GROUPS} />
          <Segmented label="Measure" value={measure} onChange={setMeasure} options={MEASURES} />
        </div>
      }
    />
  );
};

/** The filters of the inventory, and their words for items without the value. The overview has the shop's: "Unknown". */
const NARROWS = { brands: 'brand', categories: 'category' } as const;
const NOTHING = { brands: NO_BRAND, categories: UNCATEGORIZED } as const;

const linesOf = (overview: Overview, group: Group, measure: Measure): Line[] => {
  const period = periodOf(overview.perDay);
  const sellers =
    group === 'products'
      ? overview.products.map((product) => ({
          ...product,
          name: lineName({ productName: product.name, size: product.size }),
          key: product.productId,
          link: panelLinks.item(product.productId),
          textLink: panelLinks.sales({ ...period, item: product.productId }),
        }))
      : overview[group].map((sum) => ({
          ...sum,
          key: sum.name,
          textLink: undefined,
          link: panelLinks.items({ [NARROWS[group]]: sum.name === UNKNOWN ? NOTHING[group] : sum.name }),
        }));
  return sellers
    .map(({ key, name, link, textLink, pieces, sales }) => ({
      key,
      name,
      link,
      ...(textLink && { textLink }),
      text: measure === 'dollars' ? formatPrice(sales) : counted(pieces, 'piece'),
      size: measure === 'dollars' ? (toCents(sales) ?? 0) : pieces,
    }))
    .sort((a, b) => b.size - a.size);
};

/** How many lines are shown before the rest is asked for. */
const FIRST = 7;

interface RankedCardProps {
  title: string;
  text: string;
  /** The name of the export. */
  noun: string;
  /** Said instead of an empty list. */
  empty: string;
  header: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  lines: readonly Line[];
  /** How many lines are shown before the rest is asked for. */
  first?: number;
  controls?: React.ReactNode;
}

/** A list with a bar in each row, all of it behind one press, and as CSV. It is a table for screen readers. */
const RankedCard = ({ title, text, noun, empty, header, rows, lines, first = FIRST, controls }: RankedCardProps) => {
  const [showsAll, setShowsAll] = useState(false);
  const most = Math.max(1, ...lines.map(({ size }) => size));
  const shown = showsAll ? lines : lines.slice(0, first);
  return (
    <Card aria-label={title} className="overflow-hidden pb-3">
      <CardHeader title={title} text={text} className="pb-3" />
      {controls}
      {lines.length === 0 && <p className="px-5 pb-2 text-muted">{empty}</p>}
      {lines.length > 0 && (
        <table className="w-full table-fixed border-collapse text-sm">
          <caption className="sr-only">{title}</caption>
          <colgroup>
            <col />
            <col className="w-34" />
          </colgroup>
          <thead className="sr-only">
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Figure</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, name, link, text: figure, textLink, size }) => (
              <tr key={key} className="border-t border-line first:border-t-0 hover:bg-raised">
                <th scope="row" className="relative h-11 p-0 text-left font-medium">
                  <Link href={link} className="group flex h-full min-h-11 items-center pr-2 pl-5" title={name}>
                    <span className="truncate underline-offset-4 group-hover:underline">{name}</span>
                  </Link>
                  <span
                    aria-hidden
                    className="pointer-events-none absolute bottom-1.5 left-5 h-1 rounded-full bg-accent"
                    style={{ width: `calc((100% - 1.25rem) * ${Math.max(0, size / most)})` }}
                  />
                </th>
                <td className="pr-5 text-right whitespace-nowrap text-muted tabular-nums">
                  {textLink ? (
                    <Link
                      href={textLink}
                      title={`Orders with ${name}`}
                      className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:text-text hover:decoration-current"
                    >
                      {figure}
                    </Link>
                  ) : (
                    figure
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {lines.length > 0 && (
        <div className="flex flex-wrap justify-end gap-2 px-3 pt-2">
          {lines.length > first && (
            <Button
              size="sm"
              variant="ghost"
              aria-expanded={showsAll}
              onClick={() => setShowsAll(!showsAll)}
              className="mr-auto"
            >
              {showsAll ? 'Show fewer' : `Show all ${formatCount(lines.length)}`}
            </Button>
          )}
          <CsvButton size="sm" variant="ghost" noun={noun} download={() => rowsCsv(header, rows)} />
        </div>
      )}
    </Card>
  );
};
