import type { Receipt } from '#contract/receipts.ts';
import { SHIPPING_DAYS } from '#domain/constants.ts';
import { formatPrice } from '#domain/money.ts';
import { counted } from '#domain/text.ts';
import { cx } from '../ui/cx.ts';

/** So many lines fill a printed page; more go into two columns, so that 50 still fit on one A4 page. */
const LONG = 18;

/** The lines of a receipt as they were when it was made, and what they come to. */
export const ReceiptLines = ({ receipt }: { receipt: Receipt }) => {
  const isLong = receipt.lines.length > LONG;
  return (
    <div>
      <ul
        aria-label="Items"
        className={cx(
          'border-t border-line',
          isLong && 'print:columns-2 print:gap-6 print:text-xs print:leading-tight',
        )}
      >
        {receipt.lines.map((line) => (
          <li
            key={line.productId}
            className="flex items-baseline justify-between gap-4 border-b border-line py-2.5 print:break-inside-avoid print:py-0.5"
          >
            <div className="min-w-0 print:flex print:flex-wrap print:items-baseline print:gap-x-2">
              <p className="font-medium text-text">{line.productName}</p>
              <p className={cx('text-sm text-muted', isLong && 'print:text-xs print:leading-tight')}>
                {line.productBrand} · {line.quantity} × {formatPrice(line.unitPrice)}
              </p>
            </div>
            <p className="shrink-0 font-medium text-text">{formatPrice(line.totalPrice)}</p>
          </li>
        ))}
      </ul>
      <dl className="mt-3 ml-auto grid max-w-sm grid-cols-[1fr_auto] gap-x-8 gap-y-1 text-sm">
        <dt className="text-muted">Subtotal</dt>
        <dd className="text-right">{formatPrice(receipt.subtotal)}</dd>
        <dt className="text-muted">
          Shipping, {receipt.shippingOption} ({SHIPPING_DAYS[receipt.shippingOption]})
        </dt>
        <dd className="text-right">{formatPrice(receipt.shippingCost)}</dd>
        <dt className="text-lg font-semibold text-text">Total</dt>
        <dd className="text-right text-lg font-semibold text-text">{formatPrice(receipt.total)}</dd>
      </dl>
    </div>
  );
};

/** How many pieces an order has, in words. */
export const piecesInWords = ({ lines }: Pick<Receipt, 'lines'>): string =>
  counted(lines.reduce((sum, { quantity }) => sum + quantity, 0));
