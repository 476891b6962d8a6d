import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { PlanRow } from '#contract/plans.ts';
import { itemName } from '#domain/panel-item.ts';
import { inventoryQuery } from '../../api/queries/inventory.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Notice } from '../../ui/notice.tsx';
import { fieldLabel, formatValue } from './plan-labels.ts';

const tones: Record<PlanRow['kind'], Tone> = { added: 'good', changed: 'notice', removed: 'danger' };

const NAMES = { notice: 'Good to know', warning: 'Warnings' } as const;

/** The warnings of a plan, or what is only good to know, in a list that scrolls if it is long. */
export const PlanWarnings = ({
  tone = 'warning',
  title,
  warnings,
  className,
}: {
  tone?: 'notice' | 'warning';
  title: string;
  warnings: readonly string[];
  className?: string;
}) =>
  warnings.length > 0 && (
    <Notice tone={tone} className={className} title={title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul tabIndex={0} aria-label={NAMES[tone]} className="max-h-74 list-disc overflow-y-auto pl-5">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Notice>
  );

/** The changes that a plan makes, field by field. Used for a preview and for the history. */
export const PlanRows = ({
  rows,
  action,
}: {
  rows: readonly PlanRow[];
  /** At the end of each row, such as its Undo. */
  action?: (row: PlanRow) => ReactNode;
}) => {
  const nameOf = useRowNames(rows);
  return (
    <ul className="divide-y divide-line">
      {rows
        .map((row) => ({ ...row, name: nameOf(row) }))
        .map((row) => (
          <li key={`${row.itemId ?? 'new'} ${row.externalId}`} className="py-2.5">
            <div className="flex items-center gap-2">
              <Badge tone={tones[row.kind]}>{row.kind}</Badge>
              <span className="min-w-0 flex-1 truncate font-medium text-text">{row.name}</span>
              {action?.(row)}
            </div>
            <RowFields row={row} />
          </li>
        ))}
    </ul>
  );
};

/** The names of changed items with their sizes, as far as the list of the panel has them. Other rows show the size below. */
const useRowNames = (rows: readonly PlanRow[]): ((row: PlanRow) => string) => {
  const { data: items } = useQuery({ ...inventoryQuery, enabled: false });
  const names = useMemo(() => {
    const changed = new Set(rows.map(({ kind, itemId }) => (kind === 'changed' ? itemId : null)));
    return new Map((items ?? []).flatMap((item) => (changed.has(item.id) ? [[item.id, itemName(item)]] : [])));
  }, [items, rows]);
  return ({ itemId, name }) => (itemId !== null && names.get(itemId)) || name;
};

/** The fields that are shown of an item that was added or removed, in this order. */
const MAIN_FIELDS = ['size', 'brand', 'category', 'quantity', 'price', 'markupDollars', 'weightLabel'];

const RowFields = ({ row: { kind, fields } }: { row: PlanRow }) => {
  if (kind !== 'changed') {
    const side = kind === 'added' ? 'after' : 'before';
    const shown = MAIN_FIELDS.flatMap(
      (name) => fields.find((each) => each.field === name && each[side] !== null) ?? [],
    );
    if (shown.length === 0) return null;
    return (
      <p className="mt-1 text-sm text-muted">
        {shown.map((field) => `${fieldLabel(field.field)} ${formatValue(field.field, field[side])}`).join(' · ')}
      </p>
    );
  }
  return (
    <dl className="mt-1 grid gap-0.5 text-sm">
      {fields.map(({ field, before, after }) => (
        <div key={field} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{fieldLabel(field)}</dt>
          <dd className="min-w-0 break-words text-text">
            <del className="text-danger-text">{formatValue(field, before)}</del> →{' '}
            <ins className="text-good-text no-underline">{formatValue(field, after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
};
