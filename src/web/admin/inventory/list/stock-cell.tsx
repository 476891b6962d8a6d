import { cx } from '../../../ui/cx.ts';
import { openStock } from '../edits/open-stock.ts';
import { type CellProps, quiet } from './cells.tsx';
import { ItemWhy } from './item-why.tsx';

/** The stock. A press opens a small form at it, which sets it without the drawer (behavior 10.4). */
export const StockCell = ({ item, column }: CellProps) => {
  const { id, name, quantity, reserved, isLow } = item;
  return (
    <div className="flex items-center">
      <button
        type="button"
        data-column={column}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => openStock(id, currentTarget)}
        className={cx(quiet, 'relative px-1! text-right font-medium whitespace-nowrap', isLow && 'text-warning-text!')}
      >
        <span className="sr-only">Stock of {name}: </span>
        {quantity}
        {reserved > 0 && (
          <span className="block text-xs leading-3 font-normal text-notice-text">{reserved} reserved</span>
        )}
      </button>
      <ItemWhy item={item} about="quantity" of={`${quantity} in stock`} />
    </div>
  );
};
