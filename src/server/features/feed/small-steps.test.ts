import { expect, test } from 'vitest';
import { applyPendingSync, getPendingSync } from '#contract/feed.ts';
import { buildAdmin } from '../../testing/factories.ts';
import { buildFileProduct, inventoryFile, upload } from '../../testing/inventory.ts';
import { SYSTEM } from '../audit/audit.queries.ts';
import { syncOnce } from './sync.service.ts';
import { shopsWithFeed } from './testing/shops-with-feed.ts';

const HOUR_MS = 3_600_000;

/** Ten prices that stay keep the median where it is. */
const OTHERS = Array.from({ length: 10 }, (_, place) =>
  buildFileProduct({ id: `other${place}`, name: `Other ${place}`, price: 20 }),
);

shopsWithFeed(({ shop, admin, serve, sync }) => {
  const productsWith = (price: number) => [buildFileProduct({ id: 'gold', name: 'Gold', price }), ...OTHERS];
  const price = async () => {
    const items = shop().database.read.selectFrom('items').select('price_cents').where('name', '=', 'Gold');
    return (await items.executeTakeFirstOrThrow()).price_cents / 100;
  };
  const pending = async () => (await (await buildAdmin(shop())).call(getPendingSync)).body.pending;
  /** Syncs after a minute each. Returns the price after each sync. */
  const syncPrices = async (...prices: number[]) => {
    const seen: number[] = [];
    for (const next of prices) {
      shop().advance(60_000);
      serve(productsWith(next));
      await syncOnce(shop(), { actor: SYSTEM });
      seen.push(await price());
    }
    return seen;
  };

  test('a price that a feed lowers in small steps waits once it is too far from the price of a day ago', async () => {
    expect(await syncPrices(100, 51, 26.01)).toEqual([100, 51, 51]);
    expect((await pending())!.reason).toBe(
      'Within a day: The base price of "Gold" from $100.00 to $26.01 would move by more than 50%.',
    );
    // A feed that goes back to a price within bounds ends the waiting.
    expect(await syncPrices(60)).toEqual([60]);
    expect(await pending()).toBeNull();
    shop().advance(24 * HOUR_MS);
    expect(await syncPrices(31)).toEqual([31]);
  });

  test('what somebody lets through is where the comparison starts anew', async () => {
    await syncPrices(100, 51, 26);
    expect((await admin().call(applyPendingSync, { body: {} })).status).toBe(200);
    expect(await price()).toBe(26);
    expect(await syncPrices(25, 24, 14)).toEqual([25, 24, 14]);
    expect(await syncPrices(12)).toEqual([14]);
    expect((await pending())!.reason).toContain('from $26.00 to $12.00');
  });

  test('a row that is left out in between hides no step', async () => {
    await syncPrices(100, 51);
    serve([{ ...productsWith(40)[0], qty: 'many' }, ...OTHERS]);
    await sync();
    expect(await price()).toBe(51);
    expect(await syncPrices(26)).toEqual([51]);
  });

  test('so is an upload', async () => {
    await syncPrices(100, 51);
    await upload(admin(), inventoryFile(productsWith(30)));
    expect(await syncPrices(20)).toEqual([20]);
    expect(await syncPrices(14)).toEqual([20]);
  });

  test('tiers that change in between do not hide the price of a day ago', async () => {
    await syncPrices(100);
    serve([{ ...productsWith(100)[0], tiers: [{ from: 3, price: 20 }] }, ...OTHERS]);
    await sync();
    expect(await syncPrices(51, 26)).toEqual([51, 51]);
  });
}, {});
