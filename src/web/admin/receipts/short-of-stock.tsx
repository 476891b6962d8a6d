import { Link } from 'wouter';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { lineName } from '#domain/line-name.ts';
import type { OpenReceipt } from '../../api/queries/receipts.admin.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { panelLinks } from '../panel-links.ts';
import { useMay } from '../panel-role.ts';

/** Names the items that the stock no longer covers, with the pieces that are missing (behavior 7.4). */
export const ShortOfStock = ({ receipt: { lines }, short }: { receipt: AdminReceipt; short: OpenReceipt['short'] }) => {
  const maySee = useMay('inventory.read');
  const mayCount = useMay('inventory.write');
  const [first, ...others] = short;
  if (!first) return null;
  return (
    <Notice
      tone="warning"
      title="Short of stock"
      action={
        // Of several, each name leads to its item.
        mayCount &&
        others.length === 0 && (
          <Link href={panelLinks.item(first.productId)} className={buttonClass({ size: 'sm' })}>
            Restock
          </Link>
        )
      }
    >
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
