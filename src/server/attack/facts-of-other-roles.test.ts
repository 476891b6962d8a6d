import { expect, test } from 'vitest';
import { type Endpoint, isPanelAccess } from '#contract/endpoint.ts';
import { STREAMS } from '#contract/events.ts';
import { getSyncStatus, syncNow } from '#contract/feed.ts';
import { ENDPOINTS } from '#contract/index.ts';
import { replaceInventory } from '#contract/inventory.ts';
import { may } from '#domain/permissions.ts';
import { buildOrder } from '../testing/buyers.ts';
import { nameOf } from '../testing/calls.ts';
import { everyCallOnBothDatabases } from '../testing/every-call/on-both-databases.ts';
import { buildAdmin } from '../testing/factories.ts';
import { MARK, plantVictim } from './testing/watched-shop.ts';

/** The calls of the stock clerk, who sees nothing of orders and members. Reading comes first: it changes nothing. */
const OF_THE_CLERK = ENDPOINTS.filter(
  (endpoint: Endpoint) =>
    isPanelAccess(endpoint.access) &&
    (endpoint.access === 'panel' || may('inventory', endpoint.access)) &&
    !STREAMS.includes(endpoint),
).sort((one, other) => Number(other.method === 'GET') - Number(one.method === 'GET'));

/** Calls that show an owner more. Without them the test would look for facts that are nowhere. */
const OWNERS_SEE_MORE: readonly Endpoint[] = [replaceInventory, syncNow, getSyncStatus];

everyCallOnBothDatabases((calls) => {
  test('no call tells a stock clerk which orders there are or who made them, and some tell an owner', async () => {
    const { shop, admin } = calls();
    await plantVictim(calls());
    const clerk = await buildAdmin(shop, 'inventory');
    const told: string[] = [];
    const toldAnOwner: string[] = [];
    const orderSomething = () =>
      buildOrder(shop, { buyer: { username: `${MARK}-${Math.random().toString(36).slice(2)}` } });
    let order = await orderSomething();
    /** Makes a call, after an order of an item that the feed and the file of the call leave out. */
    const look = async (endpoint: Endpoint, token: string, query: string): Promise<boolean> => {
      const call = await calls().prepare(endpoint);
      // A call that changes something may have taken the item of the last order off the list.
      if (endpoint.method !== 'GET' || OWNERS_SEE_MORE.includes(endpoint)) order = await orderSomething();
      if (endpoint === getSyncStatus) {
        const { headers: _, ...sync } = await calls().prepare(syncNow);
        await calls().send({ ...sync, token: admin.token });
      }
      const { status, text } = await calls().send({ ...call, path: `${call.path}${query}`, token });
      expect(status, `${nameOf(endpoint)}: ${text}`).toBeLessThan(410);
      return [MARK, `#${order.receipt.number}`, order.receipt.id].some((fact) => text.includes(fact));
    };
    for (const endpoint of OF_THE_CLERK) {
      const queries = endpoint === replaceInventory ? ['?dryRun=true', ''] : [''];
      for (const query of queries) {
        if (await look(endpoint, clerk.token, query)) told.push(`${nameOf(endpoint)}${query}`);
        if (!OWNERS_SEE_MORE.includes(endpoint)) continue;
        if (await look(endpoint, admin.token, query)) toldAnOwner.push(`${nameOf(endpoint)}${query}`);
      }
    }
    expect(told).toEqual([]);
    expect(toldAnOwner.sort()).toEqual([
      'GET /api/admin/inventory/sync-status',
      'POST /api/admin/inventory/replace-inventory',
      'POST /api/admin/inventory/replace-inventory?dryRun=true',
      'POST /api/admin/inventory/sync',
    ]);
  });
});
