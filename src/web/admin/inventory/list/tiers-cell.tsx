import type { AdminItem } from '#contract/inventory.ts';
import { formatPrice } from '#domain/money.ts';
import { itemName } from '#domain/panel-item.ts';
import { counted } from '#domain/text.ts';
import { describeTiers, type WrittenTier } from '#domain/tiers.ts';
import { cx } from '../../../ui/cx.ts';
import { useCell } from '../edits/cell-edits.ts';
import { openTiers } from '../edits/tiers-dialog.tsx';
import { CellFrame, type CellProps, framed, OwnerMark, quiet } from './cells.tsx';

/** "3+ $25.00, 10+ $20.50". */
const shortTiers = (tiers: readonly WrittenTier[]): string =>
  tiers.map(({ from, price }) => `${from}+ ${formatPrice(price)}`).join(', ');

/** The tiers in the little room of the table, and in that of a card. */
const Tiers = ({ tiers, none }: { tiers: readonly WrittenTier[]; none: string }) => (
  <>
    <span className="max-md:hidden">{tiers.length > 0 ? counted(tiers.length, 'tier') : none}</span>
    <span className="md:hidden">{shortTiers(tiers) || none}</span>
  </>
);

/** The tiers of an item. A press opens their editor (behavior 4.11). */
export const TiersCell = ({ item, column }: CellProps) => {
  const { value, state } = useCell(item, 'tiers');
  const label =
    value.length > 0
      ? `${counted(value.length, 'tier')} of ${itemName(item)}: ${shortTiers(value)}`
      : `Add tiers to ${itemName(item)}`;
  return (
    <CellFrame state={state} mark={<OwnerMark item={item} field="tiers" />}>
      <button
        type="button"
        data-column={column}
        aria-haspopup="dialog"
        aria-label={label}
        title={value.length > 0 ? describeTiers(value) : undefined}
        onClick={() => openTiers(item, value)}
        className={cx(
          value.length > 0 ? cx(framed, 'border-edge') : quiet,
          'truncate text-left',
          state === 'failed' && 'border-danger!',
        )}
      >
        <span className={cx(value.length === 0 && 'text-muted')}>
          <Tiers tiers={value} none="Add tiers" />
        </span>
      </button>
    </CellFrame>
  );
};

export const TiersValue = ({ item: { tiers } }: { item: AdminItem }) => (
  <span
    title={tiers.length > 0 ? describeTiers(tiers) : undefined}
    className={cx('block truncate text-sm', tiers.length === 0 && 'text-muted')}
  >
    <span className="text-muted md:hidden">Tiers: </span>
    <Tiers tiers={tiers} none="none" />
  </span>
);
