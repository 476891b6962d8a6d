import { Link } from 'wouter';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { lineName } from '#domain/line-name.ts';
import type { OpenReceipt } from '../../api/queries/receipts.admin.ts';
import { Notice } from '../../ui/notice.tsx';
import { panelLinks } from '../panel-links.ts';
import { useMay } from '../panel-role.ts';

/** Names the items that the stock no longer covers, with the pieces that are missing (behavior 7.4). */
export const ShortOfStock = ({ receipt: { lines }, short }: { receipt: AdminReceipt; short: OpenReceipt['short'] }) => {
  const maySee = useMay('inventory.read');
  if (short.length === 0) return null;
  return (
    <Notice tone="warning" title="Short of stock">
      <ul>
        {short.map(({ productId, missing }) => {
          const line = lines.find((each) => each.productId === productId);
          const name = line ? lineName(line) : `Item ${productId}`;
          return (
            <li key={productId}>
              {maySee ? (
                <Link href={panelLinks.item(productId)} className="link">
                  {name}
                </Link>
              ) : (
                name
              )}
              : {missing} of {line?.quantity ?? missing} missing
            </li>
          );
        })}
      </ul>
    </Notice>
  );
};
