import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { AdminItem } from '#contract/inventory.ts';
import { formatPrice } from '#domain/money.ts';
import { counted } from '#domain/text.ts';
import { useFailure } from '../../../api/failure.ts';
import { itemOrdersQuery } from '../../../api/queries/inventory-items.ts';
import { formatDateTime } from '../../../browser/dates.ts';
import { SkeletonText } from '../../../ui/loading.tsx';
import { ListFailure } from '../../lists/paged-list.tsx';
import { panelLinks } from '../../panel-links.ts';

/** The reservations of an item, and its sales. */
export const ItemOrders = ({ item }: { item: AdminItem }) => {
  const answer = useQuery(itemOrdersQuery(item.id));
  const { data } = answer;
  const failure = useFailure(answer);
  return (
    <section className="flex flex-col gap-2 text-sm">
      <h3 className="text-base font-semibold text-text">Orders</h3>
      {data ? (
        <>
          <p className="text-text">
            {data.sales.pieces === 0
              ? `Nothing sold in ${data.sales.days} days.`
              : `${counted(data.sales.pieces, 'piece')} sold in ${data.sales.days} days, for ${formatPrice(data.sales.sales)}.`}{' '}
            <span className="text-muted">
              {data.sales.lastSoldAt === null ? 'Never sold.' : `Last sold ${formatDateTime(data.sales.lastSoldAt)}.`}
            </span>
          </p>
          {data.reservedBy.length === 0 ? (
            <p className="text-muted">No open order reserves it.</p>
          ) : (
            <ul aria-label="Reserved by" className="flex list-none flex-col divide-y divide-line">
              {data.reservedBy.map(({ receiptId, number, username, quantity }) => (
                <li key={receiptId} className="flex min-h-11 items-center justify-between gap-3">
                  <span className="min-w-0 truncate">
                    <Link href={panelLinks.receipt(number)} className="link">
                      Receipt #{number}
                    </Link>{' '}
                    <span className="text-muted">{username}</span>
                  </span>
                  <span className="shrink-0 text-notice-text">{quantity} reserved</span>
                </li>
              ))}
            </ul>
          )}
        </>
      ) : failure ? (
        <ListFailure {...failure} failed="Failed to load the orders" />
      ) : (
        <SkeletonText lines={2} />
      )}
    </section>
  );
};
