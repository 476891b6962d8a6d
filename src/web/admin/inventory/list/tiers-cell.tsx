import { useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { formatPrice } from '#domain/money.ts';
import { describeTiers, type WrittenTier } from '#domain/tiers.ts';
import { cx } from '../../../ui/cx.ts';
import { useCell } from '../edits/cell-edits.ts';
import { CellFrame, type CellProps, framed, OwnerMark } from './cells.tsx';
import { TiersDialog } from './tiers-dialog.tsx';

/** The tiers in the little room of a cell: "3+ $25.00, 10+ $20.50". */
const shortTiers = (tiers: readonly WrittenTier[]): string =>
  tiers.map(({ from, price }) => `${from}+ ${formatPrice(price)}`).join(', ');

/** The tiers of an item. A press opens their editor (behavior 4.11). */
export const TiersCell = ({ item, column }: CellProps) => {
  const { value, state } = useCell(item, 'tiers');
  const [isOpen, setOpen] = useState(false);
  const shown = shortTiers(value) || 'Add tiers';
  return (
    <CellFrame state={state} mark={<OwnerMark item={item} field="tiers" />}>
      <button
        type="button"
        data-column={column}
        aria-haspopup="dialog"
        aria-label={`${shown}: tiers of ${item.name}`}
        aria-invalid={state === 'failed' || undefined}
        onClick={() => setOpen(true)}
        className={cx(framed, 'truncate border-edge text-left', value.length === 0 && 'text-muted')}
      >
        {shown}
      </button>
      <TiersDialog item={item} tiers={value} open={isOpen} onClose={() => setOpen(false)} />
    </CellFrame>
  );
};

export const TiersValue = ({ item: { tiers } }: { item: AdminItem }) => (
  <span title={tiers.length > 0 ? describeTiers(tiers) : undefined} className="block truncate text-sm">
    <span className="text-muted md:hidden">Tiers: </span>
    <span className={cx(tiers.length === 0 && 'text-muted')}>{shortTiers(tiers) || 'none'}</span>
  </span>
);
