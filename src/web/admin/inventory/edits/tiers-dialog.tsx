import { useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { create } from 'zustand';
import type { AdminItem } from '#contract/inventory.ts';
import { centsToAmount, formatPrice, toCents } from '#domain/money.ts';
import { finalPriceCents } from '#domain/pricing.ts';
import { MOST_TIERS, readTiers, type WrittenTier } from '#domain/tiers.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useLastShown } from '../../../ui/use-last-shown.ts';
import { panelLinks } from '../../panel-links.ts';
import { useMay } from '../../panel-role.ts';
import { saveEdit } from './cell-edits.ts';

/** The edited item, and its tiers when the editor was opened. */
interface Edited {
  item: AdminItem;
  tiers: WrittenTier[];
}

/** Kept apart from the rows: a row that leaves the screen must not take what is typed with it. */
const useEdited = create<{ edited: Edited | null }>(() => ({ edited: null }));

/** Opens the editor of an item's tiers. */
export const openTiers = (item: AdminItem, tiers: WrittenTier[]): void =>
  useEdited.setState({ edited: { item, tiers } });

const close = (): void => useEdited.setState({ edited: null });

/** The editor of an item's tiers, with its batch (behavior 4.11, 7.20). */
export const TiersDialog = () => {
  const { edited } = useEdited();
  const shown = useLastShown(edited);
  // Another page of the panel starts without it.
  useEffect(() => close, []);
  if (!shown) return null;
  return (
    <Dialog open={edited !== null} onClose={close} title={`Tiers of ${shown.item.name}`}>
      {edited && <Editor key={edited.item.id} {...edited} />}
    </Dialog>
  );
};

/** One tier as it is typed. */
interface Row {
  key: number;
  from: string;
  price: string;
}

const Editor = ({ item, tiers }: Edited) => {
  const queryClient = useQueryClient();
  const nextKey = useRef(tiers.length);
  const [rows, setRows] = useState<Row[]>(() =>
    tiers.map(({ from, price }, key) => ({ key, from: String(from), price: String(price) })),
  );
  const [problem, setProblem] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const wasAdded = useRef(false);
  const problemId = useId();
  useEffect(() => {
    if (!wasAdded.current) return;
    wasAdded.current = false;
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  });

  const change = (key: number, changes: Partial<Row>) => {
    setProblem(null);
    setRows(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)));
  };
  const add = () => {
    setProblem(null);
    setRows([...rows, { key: nextKey.current++, from: '', price: '' }]);
    wasAdded.current = true;
  };
  const remove = (key: number) => {
    setProblem(null);
    setRows(rows.filter((row) => row.key !== key));
    list.current?.closest('dialog')?.focus();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const typed = rows.filter(({ from, price }) => from.trim() !== '' || price.trim() !== '').map(typedTier);
    const read = readTiers(typed, toCents(item.price));
    if ('problem' in read) return setProblem(`Tiers ${read.problem}`);
    const same = JSON.stringify(typed) === JSON.stringify(tiers);
    if (!same) saveEdit(queryClient, { item, field: 'tiers', value: typed, expected: tiers });
    close();
  };
  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-4">
      <p className="text-muted">
        One piece costs members {memberPrice(item, item.price)}: {formatPrice(item.price)} plus{' '}
        {formatPrice(item.markupDollars)} markup. From so many pieces in one cart line, a lower base price applies.
      </p>
      <ul ref={list} aria-label="Tiers" className="flex flex-col gap-3">
        {rows.map((row, index) => (
          <li key={row.key} className="grid grid-cols-[5.5rem_1fr_auto] items-end gap-2">
            <TextField
              label="From"
              inputMode="numeric"
              value={row.from}
              aria-label={`From, tier ${index + 1}`}
              onChange={(event) => change(row.key, { from: event.target.value })}
            />
            <TextField
              label="Base price each"
              inputMode="decimal"
              value={row.price}
              aria-label={`Base price each, tier ${index + 1}`}
              aside={previewOf(item, row)}
              onChange={(event) => change(row.key, { price: event.target.value })}
            />
            <IconButton label={`Remove tier ${index + 1}`} onClick={() => remove(row.key)}>
              <Trash2 aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <p id={problemId} role="alert" className="text-sm text-danger-text empty:hidden">
        {problem}
      </p>
      <Batch item={item} />
      <div className="flex flex-wrap justify-between gap-2">
        <Button onClick={add} disabled={rows.length >= MOST_TIERS}>
          <Plus aria-hidden className="size-4.5" />
          Add a tier
        </Button>
        <Button type="submit" variant="primary" aria-describedby={problemId}>
          Save
        </Button>
      </div>
    </form>
  );
};

/** A field that is no number becomes NaN, which no tier may have. */
const typedTier = ({ from, price }: Row): WrittenTier => ({
  from: from.trim() === '' ? Number.NaN : Number(from),
  price: price.trim() === '' ? Number.NaN : Number(price.replace('$', '')),
});

const memberPrice = (item: AdminItem, price: number): string =>
  formatPrice(centsToAmount(finalPriceCents(toCents(price) ?? 0, toCents(item.markupDollars) ?? 0)));

/** Returns a text with the price that members pay at the typed base price. */
const previewOf = (item: AdminItem, row: Row): string | undefined => {
  const { price } = typedTier(row);
  return toCents(price) === null ? undefined : `members pay ${memberPrice(item, price)}`;
};

/** The batch of the item, and for those who may read orders the way to its recall list. */
const Batch = ({ item: { batch } }: { item: AdminItem }) => {
  const mayRecall = useMay('orders.read');
  if (batch === null) return null;
  return (
    <p className="text-sm text-muted">
      Batch <span className="text-text">{batch}</span>
      {mayRecall && (
        <>
          {' · '}
          <Link href={panelLinks.recall(batch)} className="link">
            Recall list
          </Link>
        </>
      )}
    </p>
  );
};
