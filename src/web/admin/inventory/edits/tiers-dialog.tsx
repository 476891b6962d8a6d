import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { create } from 'zustand';
import type { AdminItem } from '#contract/inventory.ts';
import { centsToAmount, formatPrice, toCents } from '#domain/money.ts';
import { itemName } from '#domain/panel-item.ts';
import { finalPriceCents } from '#domain/pricing.ts';
import { readTiers, type WrittenTier } from '#domain/tiers.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useLastShown } from '../../../ui/use-last-shown.ts';
import { panelLinks } from '../../panel-links.ts';
import { useMay } from '../../panel-role.ts';
import { saveEdit } from './cell-edits.ts';
import { plainProblem } from './plain-problems.ts';
import { TierRows } from './tier-rows.tsx';
import { typedTiers, writtenTiers } from './typed-tiers.ts';

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
    <Dialog open={edited !== null} onClose={close} title={`Tiers of ${itemName(shown.item)}`}>
      {edited && <Editor key={edited.item.id} {...edited} />}
    </Dialog>
  );
};

const Editor = ({ item, tiers }: Edited) => {
  const queryClient = useQueryClient();
  const [rows, setRows] = useState(() => typedTiers(tiers));
  const [problem, setProblem] = useState<string | null>(null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const typed = writtenTiers(rows);
    const read = readTiers(typed, toCents(item.price));
    if ('problem' in read) return setProblem(plainProblem('tiers', read.problem));
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
      <TierRows
        rows={rows}
        problem={problem}
        ownPrice={toCents(item.price)}
        finalPrice={(text) => memberPrice(item, text.replace('$', ''))}
        onChange={(changed) => {
          setProblem(null);
          setRows(changed);
        }}
      />
      <Batch item={item} />
      <Button type="submit" variant="primary" className="self-end">
        Save
      </Button>
    </form>
  );
};

const memberPrice = (item: AdminItem, price: number | string): string | null => {
  const base = toCents(price);
  return base === null ? null : formatPrice(centsToAmount(finalPriceCents(base, toCents(item.markupDollars) ?? 0)));
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
