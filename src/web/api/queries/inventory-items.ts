import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { GivenInputOf } from '#contract/endpoint.ts';
import * as contract from '#contract/inventory-items.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';
import { putItem } from './inventory.ts';

/** What orders mean for an item. The key is below that of receipts, because every receipt may change it. */
export const itemOrdersQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'receipts', 'of-item', id],
    queryFn: ({ signal }) =>
      call(contract.getItemOrders, { params: { id: String(id) }, signal, fallback: 'Failed to load the orders' }),
    ...adminQueryDefaults,
  });

/** Adds an item by hand and puts it into the list (behavior 9.15). */
export const addItem = async (
  queryClient: QueryClient,
  body: GivenInputOf<typeof contract.addItem>,
  idempotencyKey: string,
) => {
  const added = await call(contract.addItem, { body, idempotencyKey, fallback: 'Failed to add the item' });
  putItem(queryClient, added.item);
  return added;
};

/** Adds 12 sample products to an empty shop (behavior 10.24). */
export const addSamples = (idempotencyKey: string) =>
  call(contract.addSamples, { idempotencyKey, fallback: 'Failed to add the sample products' });
