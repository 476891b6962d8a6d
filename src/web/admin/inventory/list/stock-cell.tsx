import { itemName } from '#domain/panel-item.ts';
import { cx } from '../../../ui/cx.ts';
import { openStock } from '../edits/open-stock.ts';
import { type CellProps, CorrectedMark, quiet } from './cells.tsx';
import { ItemWhy } from './item-why.tsx';

/** The characters that begin a figure or a difference. */
const BEGINS = /^[\d+−-]$/;

/** The stock. A press or a digit opens a small form at it, which sets it without the drawer (behavior 10.4). */
export const StockCell = ({ item, column }: CellProps) => {
  const { id, quantity, reserved, isLow } = item;
  return (
    <div className="flex items-center">
      <ItemWhy item={item} about="quantity" of={`${quantity} in stock`} />
      <button
        type="button"
        data-column={column}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => openStock(id, currentTarget)}
        onKeyDown={(event) => {
          if (!BEGINS.test(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
          event.preventDefault();
          openStock(id, event.currentTarget, event.key);
        }}
        className={cx(
          quiet,
          'relative -mr-[5px] px-1! text-right font-medium whitespace-nowrap',
          isLow && 'text-warning-text!',
        )}
      >
        <span className="sr-only">Stock of {itemName(item)}: </span>
        <CorrectedMark item={item} />
        {quantity}
        {reserved > 0 && (
          <span className="block text-xs leading-3 font-normal text-notice-text">{reserved} reserved</span>
        )}
      </button>
    </div>
  );
};
