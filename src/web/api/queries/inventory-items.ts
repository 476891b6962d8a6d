import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { listChanges } from '#contract/changes.ts';
import type { GivenInputOf } from '#contract/endpoint.ts';
import type { AdminItem } from '#contract/inventory.ts';
import * as contract from '#contract/inventory-items.ts';
import { UPLOAD_TIMEOUT_MS } from '#domain/constants.ts';
import { call } from '../client.ts';
import { panelList } from '../panel-list.ts';
import { adminQueryDefaults } from '../query-client.ts';
import { changesKey } from './changes.ts';
import { putItem } from './inventory.ts';

const params = (id: number) => ({ id: String(id) });

/** An item's part in orders. The key is below that of receipts, because every receipt may change it. */
export const itemOrdersQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'receipts', 'of-item', id],
    queryFn: ({ signal }) =>
      call(contract.getItemOrders, { params: params(id), signal, fallback: 'Failed to load the orders' }),
    ...adminQueryDefaults,
  });

/** Adds an item by hand and puts it into the list (behavior 9.15). */
export const addItem = async (
  queryClient: QueryClient,
  body: GivenInputOf<typeof contract.addItem>,
  idempotencyKey: string,
) => {
  const added = await panelList(queryClient).send(() =>
    call(contract.addItem, { body, idempotencyKey, fallback: 'Failed to add the item' }),
  );
  putItem(queryClient, added.item);
  return added;
};

/**
 * Edits any fields of an item in one change (behavior 9.20).
 *
 * @throws {ApiError} `value_moved`, with the item, if another value than the expected one is stored.
 */
export const editItem = (client: QueryClient, id: number, body: GivenInputOf<typeof contract.editItem>) =>
  panelList(client).send(() =>
    call(contract.editItem, { params: params(id), body, fallback: 'Failed to save the item' }),
  );

/** Changes the stock of an item (behavior 9.22). */
export const changeStock = (
  client: QueryClient,
  id: number,
  body: GivenInputOf<typeof contract.changeStock>,
  idempotencyKey: string,
) =>
  panelList(client).send(() =>
    call(contract.changeStock, { params: params(id), body, idempotencyKey, fallback: 'Failed to change the stock' }),
  );

/** Takes an item off the list, of the shop and of this page (behavior 9.21). */
export const takeOffItem = async (queryClient: QueryClient, id: number) => {
  const list = panelList(queryClient);
  const sent = list.version;
  const taken = await call(contract.takeOffItem, {
    params: params(id),
    fallback: 'Failed to take the item off the list',
  });
  list.put(id, null, sent);
  void queryClient.invalidateQueries({ queryKey: changesKey });
  return taken;
};

/** Adds 12 sample products to an empty shop (behavior 10.24). */
export const addSamples = (idempotencyKey: string) =>
  call(contract.addSamples, {
    idempotencyKey,
    timeoutMs: UPLOAD_TIMEOUT_MS,
    fallback: 'Failed to add the sample products',
  });

/** True if an item is one of the sample products. */
export const isSample = ({ byHand, externalId }: AdminItem): boolean => byHand && externalId.startsWith('sample-');

/** The last change that added the sample products, found by one of them; null if the history no longer has it. */
export const findAddedSamples = async (id: number): Promise<number | null> => {
  const { changes } = await call(listChanges, {
    query: { item: String(id), kind: 'edit', q: 'sample products', limit: '1' },
    fallback: 'Failed to remove the samples',
  });
  return changes[0]?.id ?? null;
};
