import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { hasEnded } from '#domain/receipt-state.ts';
import { watchingQuery } from '../../api/queries/watching.ts';
import { formatRecentTime } from '../../browser/dates.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { Notice } from '../../ui/notice.tsx';
import { sectionAddress } from '../panel-links.ts';
import { useMay } from '../panel-role.ts';

/** When the shop last looked for the payment of an order that it watches, or since when it cannot (behavior 7.28). */
export const LastLook = ({ receipt }: { receipt: AdminReceipt }) => {
  const isLooked = receipt.addresses.length > 0 && !hasEnded(receipt) && !receipt.payment.confirmed;
  const { data: coins = [] } = useQuery({ ...watchingQuery, enabled: isLooked });
  const maySet = useMay('settings.write');
  const watched = coins.filter(({ coin }) => receipt.addresses.some((each) => each.coin === coin));
  if (!isLooked || watched.length === 0) return null;
  const [unseen] = watched.flatMap(({ unseenSince }) => unseenSince ?? []).sort();
  if (unseen) {
    return (
      <Notice
        tone="warning"
        title={`Payments cannot be seen since ${timeOf(unseen)}`}
        action={
          maySet && (
            <Link href={sectionAddress('payment', 'watching')} className="link">
              See why
            </Link>
          )
        }
      >
        Look in your wallet before you decide about this order.
      </Notice>
    );
  }
  const [last] = watched.flatMap(({ lookedAt }) => lookedAt ?? []).sort();
  return last && <p className="text-sm text-muted">Last looked for payments {timeOf(last)}.</p>;
};

const timeOf = (at: string): string => formatRecentTime(Date.parse(at), shopNow());
