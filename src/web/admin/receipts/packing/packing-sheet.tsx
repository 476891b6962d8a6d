import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { SHIPPING_DAYS } from '#domain/constants.ts';
import { lineName } from '#domain/line-name.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { useShop } from '../../../api/queries/settings.ts';
import { formatDateTime } from '../../../browser/dates.ts';
import { DeliveryLines } from '../../../shared/delivery.tsx';
import { formatPieces } from '../../../shared/receipt-parts.tsx';
import { ShopLicense } from '../../../shared/shop-look.tsx';
import { densityOf, type Paper } from './packing-layout.ts';

const SHIPPING_LABELS = { standard: 'Standard', express: 'Express' } as const;

/** Why a parcel must not leave the shop, or not yet. */
const HOLDS: Partial<Record<ReceiptStatus, string>> = {
  awaiting_payment: 'Not paid yet',
  cancelled: 'Canceled: do not ship',
  expired: 'Expired: do not ship',
};

/** One receipt to be packed: what goes in the parcel, with a box to check for each line. No prices. */
export const PackingSheet = ({ receipt, paper }: { receipt: AdminReceipt; paper: Paper }) => {
  const { name, license } = useShop();
  const { shippingOption } = receipt;
  const hold = HOLDS[receipt.status];
  return (
    <article className="packing-sheet" data-paper={paper} data-density={densityOf(receipt, paper, license)}>
      <header>
        <div>
          <p className="packing-small">{name} · Packing list</p>
          <h2>#{receipt.number}</h2>
          <div className="packing-member">{receipt.username}</div>
        </div>
        <div className="packing-shipping">
          <span className="packing-option" data-option={shippingOption}>
            {SHIPPING_LABELS[shippingOption]}
          </span>
          <p className="packing-small">{SHIPPING_DAYS[shippingOption]}</p>
          {hold && <p className="packing-hold">{hold}</p>}
        </div>
      </header>
      {receipt.delivery && (
        <div className="packing-delivery">
          <p className="packing-small">Ship to</p>
          <DeliveryLines delivery={receipt.delivery} />
        </div>
      )}
      <p className="packing-small">
        {formatPieces(receipt)} · Confirmed {formatDateTime(receipt.createdAt)}
      </p>
      {receipt.tracking && <div className="packing-tracking">Tracking: {receipt.tracking}</div>}
      <ul>
        {receipt.lines.map((line) => (
          <li key={line.productId}>
            <span className="packing-box" />
            <span className="packing-quantity">{line.quantity} ×</span>
            <span className="packing-product">
              <span>{lineName(line)}</span>
              <span className="packing-small">
                {line.productBrand}
                {line.batch && ` · Batch ${line.batch}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {receipt.notes && (
        <div className="packing-notes">
          <p className="packing-small">Order notes</p>
          <p>{receipt.notes}</p>
        </div>
      )}
      <footer>
        <span>Packed by</span>
        <span>Date</span>
      </footer>
      <ShopLicense className="packing-small packing-license" />
    </article>
  );
};
