import { cx } from '../../ui/cx.ts';

/** The columns of the list on a desktop, head and rows alike. */
export const ROW_COLUMNS = 'grid-cols-[3.5rem_minmax(12rem,1fr)_9rem_8.5rem_minmax(8rem,12rem)_5.5rem_6.5rem_12.5rem]';

/** Heads for the eye; each row says by itself what it shows. */
export const ListHead = () => (
  <div
    aria-hidden
    className={cx('grid h-9 items-center gap-4 border-b border-line text-xs font-semibold text-muted', ROW_COLUMNS)}
  >
    <span className="col-start-2">Product</span>
    <span>Brand</span>
    <span>Size</span>
    <span>Variant</span>
    <span className="text-right">Qty</span>
    <span className="text-right">Price</span>
  </div>
);
