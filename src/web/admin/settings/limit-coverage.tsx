import { ExternalLink, Info, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Category } from '#contract/categories.ts';
import type { UnmeasuredItems } from '#contract/purchase-limits.ts';
import { IN_HOUSE } from '#domain/categories.ts';
import { formatLimitAmount, type LimitRule, usualAmount } from '#domain/purchase-limits.ts';
import { countsProduct } from '#domain/purchase-limits-amounts.ts';
import { counted, nounFor } from '#domain/text.ts';
import { Button } from '../../ui/button.tsx';
import { ShowAll } from '../../ui/show-all.tsx';
import { panelLinks } from '../panel-links.ts';
import type { LimitRow } from './limit-rows.ts';

/** In a tab of its own, because the limits may not be saved yet. */
const ToMend = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noopener opener" className="link">
    {children}
    <span className="sr-only"> (opens a new tab)</span>
  </a>
);

/** Of a long list. */
const SHOWN_AT_FIRST = 6;

interface UnmeasuredProps {
  /** The limit is in force. */
  isSaved: boolean;
  row: LimitRow;
  /** The row as a rule. Before it is one, nothing can be said about it. */
  rule: LimitRule;
  unmeasured: UnmeasuredItems;
  /** Sets the amount that each of them counts. */
  onCount: (amount: number) => void;
}

/** The products that a limit counts and that state no weight: what becomes of them, and a way to mend each. */
export const UnmeasuredInRow = ({ row, rule, unmeasured, isSaved, onCount }: UnmeasuredProps) => {
  const [showsAll, setShowsAll] = useState(false);
  const { kind, unit, amountIfUnknown: each } = rule;
  const groups = unmeasured.filter((group) => group.unit === unit && countsProduct({ kind, unit }, group));
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  if (count === 0) return null;
  const named = groups.flatMap(({ items }) => items);
  const isRefused = row.unknown.trim() === '';
  const proposed = usualAmount(kind, unit);
  const what = unit === 'mg' ? 'dose' : 'weight';
  const shown = showsAll ? named : named.slice(0, SHOWN_AT_FIRST);
  const start = `${counted(count, 'product')} ${nounFor(count, 'states', 'state')} no ${what}`;
  const Icon = isRefused ? TriangleAlert : Info;
  return (
    <div
      role="note"
      className="col-span-full flex items-start gap-2 rounded-control bg-well px-3 py-2.5 text-sm text-muted"
    >
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${isRefused ? 'text-warning-text' : ''}`} />
      <div className="min-w-0">
        <p className={isRefused ? 'text-warning-text' : undefined}>
          {isRefused
            ? `${start}, so nobody can order ${nounFor(count, 'it', 'them')}. Give ${nounFor(count, 'it', 'each')} a size, or say above what ${nounFor(count, 'it counts', 'they count')} as.`
            : each !== null &&
              `${start} and ${nounFor(count, 'counts', 'count')} ${formatLimitAmount(each, unit)}${count === 1 ? '' : ' each'}.`}
        </p>
        {isRefused && proposed !== null && (
          <Button size="sm" className="mt-2 mb-1" onClick={() => onCount(proposed)}>
            Count {nounFor(count, 'it', 'each')} as {formatLimitAmount(proposed, unit)}
          </Button>
        )}
        {isRefused && isSaved && (
          <p className="mt-1">
            <Link href={panelLinks.unorderable} className="link">
              See {count === 1 ? 'it' : `all ${count}`} in the inventory
            </Link>
          </p>
        )}
        <ul className="mt-1 flex flex-wrap gap-x-3 pointer-coarse:gap-y-1.5">
          {shown.map(({ id, name }) => (
            <li key={id} className="max-w-full break-words pointer-coarse:py-1">
              <ToMend href={panelLinks.item(id)}>{name}</ToMend>
            </li>
          ))}
          {showsAll && count > named.length && <li>and {count - named.length} more</li>}
          {named.length > SHOWN_AT_FIRST && (
            <li className="pointer-coarse:py-1">
              <ShowAll
                title={`the products that state no ${what}`}
                count={count}
                showsAll={showsAll}
                onToggle={() => setShowsAll(!showsAll)}
              />
            </li>
          )}
        </ul>
      </div>
    </div>
  );
};

const productsOf = ({ name, active }: Category): string => `${name} (${counted(active, 'product')})`;
const list = new Intl.ListFormat('en-US');

/** The categories that pass every limit by kind, weight or dose. Items of the house count by their own category. */
export const UncountedCategories = ({ categories }: { categories: readonly Category[] }) => {
  const sold = categories.filter(
    ({ name, active, hidden, mergedInto }) => active > 0 && !hidden && mergedInto === null && name !== IN_HOUSE,
  );
  const [unknown, none] = [sold.filter(({ kind }) => kind === null), sold.filter(({ kind }) => kind === 'none')];
  if (unknown.length + none.length === 0) return null;
  const isUnsure = unknown.length > 0;
  const Icon = isUnsure ? TriangleAlert : Info;
  return (
    <div role="note" className="flex items-start gap-2 px-1 text-sm text-muted">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${isUnsure ? 'text-warning-text' : ''}`} />
      <div className="flex min-w-0 flex-col gap-1">
        {isUnsure && (
          <p className="text-warning-text">
            No limit counts {list.format(unknown.map(productsOf))}, because nobody has said what{' '}
            {nounFor(unknown.length, 'it is', 'they are')}. Members can order any amount.
          </p>
        )}
        {none.length > 0 && (
          <p>
            No limit counts {list.format(none.map(productsOf))}. If {nounFor(none.length, 'it holds', 'they hold')}{' '}
            flower or anything else with a limit, set {nounFor(none.length, 'its kind', 'their kinds')}.
          </p>
        )}
        <p>
          <ToMend href={panelLinks.categories}>
            Set kinds
            <ExternalLink aria-hidden className="ml-1 inline size-3.5" />
          </ToMend>
        </p>
      </div>
    </div>
  );
};
