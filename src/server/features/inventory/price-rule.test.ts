import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { getChange, listChanges, revertChange } from '#contract/changes.ts';
import type { GivenInputOf } from '#contract/endpoint.ts';
import { applyPriceRule } from '#contract/inventory.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem, type TestUser } from '../../testing/factories.ts';
import { buildFileProduct, inventoryFile, listInventory, readItem, upload } from '../../testing/inventory.ts';

type Body = GivenInputOf<typeof applyPriceRule>;

bothDatabases((shop) => {
  let admin: TestUser;
  beforeEach(async () => {
    admin = await buildAdmin(shop());
  });

  const send = ({ call }: TestUser, body: Body, key?: string) =>
    call(applyPriceRule, { body, ...(key && { headers: { 'idempotency-key': key } }) });
  const finalPrices = async (ids: readonly number[]) => {
    const items = await listInventory(admin);
    return ids.map((id) => items.find((item) => item.id === id)?.finalPrice);
  };
  /** Three items with final prices of $25, $45 and $100. */
  const buildThree = async () => {
    const build = (priceCents: number, markupCents: number) => buildItem(shop(), { priceCents, markupCents });
    return [(await build(1000, 1500)).id, (await build(3000, 1500)).id, (await build(9000, 1000)).id];
  };

  test('a dry run shows what a rule does and changes nothing; the rule then does just that, in one change-set', async () => {
    const ids = await buildThree();
    const rule = { ids, kind: 'raise', value: 10, rounding: 'nine' } as const;
    const preview = await send(admin, { ...rule, dryRun: true });
    const samples = [
      { itemId: ids[0], before: 25, after: 29, markupDollars: 19 },
      { itemId: ids[1], before: 45, after: 59, markupDollars: 29 },
      { itemId: ids[2], before: 100, after: 119, markupDollars: 29 },
    ];
    const counts = { added: 0, changed: 3, removed: 0, unchanged: 0, atBasePrice: 0 };
    expect(preview).toMatchObject({
      status: 200,
      body: { message: '3 of 3 items would change.', counts, samples, changed: 3, changeId: null },
    });
    expect(await finalPrices(ids)).toEqual([25, 45, 100]);

    const { body } = await send(admin, rule);
    expect(body).toMatchObject({ message: 'Price rule applied: 3 of 3 items changed.', counts, samples, changed: 3 });
    expect(await finalPrices(ids)).toEqual([29, 59, 119]);
    expect((await admin.call(getChange, { params: { id: body.changeId! } })).body).toMatchObject({
      change: {
        kind: 'markup',
        actor: admin.username,
        summary: 'Price rule: final prices raised by 10%, rounded up to a 9: 3 items',
      },
      rows: ids.map((itemId) => ({ itemId, fields: [{ field: 'markupDollars' }] })),
    });
    await admin.call(revertChange, { params: { id: body.changeId! }, body: {} });
    expect(await finalPrices(ids)).toEqual([25, 45, 100]);
  });

  test('a rule for all items changes those in the lists, and says which stay at their base price', async () => {
    await upload(
      admin,
      inventoryFile([buildFileProduct({ price: 100 }), buildFileProduct({ price: 43.65, brand: 'In-House' })]),
    );
    await buildItem(shop(), { listed: false });
    expect((await send(admin, { all: true, kind: 'raise', value: -20, rounding: 'none' })).body).toMatchObject({
      message:
        'Price rule applied: 2 of 2 items changed. 1 item stays at its base price, because no markup is below $0.00.',
      counts: { changed: 2, unchanged: 0, atBasePrice: 1 },
    });
    expect((await listInventory(admin)).map(({ markupDollars }) => markupDollars)).toEqual([0, 3.55]);
    expect((await send(admin, { all: true, kind: 'percent', value: 35, rounding: 'none' })).body.changed).toBe(2);
    expect((await listInventory(admin)).map(({ markupDollars }) => markupDollars)).toEqual([35, 15.28]);
    expect((await send(admin, { all: true, kind: 'percent', value: 35, rounding: 'none' })).body).toMatchObject({
      message: 'Price rule applied: 0 of 2 items changed.',
      samples: [],
      changeId: null,
    });
  });

  test('a rule changes nothing if one of its items is gone, or would get a markup above $100,000', async () => {
    const [here] = await buildThree();
    const gone = await buildItem(shop(), { listed: false });
    const rule = { kind: 'dollars', value: 70, rounding: 'none' } as const;
    for (const dryRun of [true, false]) {
      expect(await send(admin, { ids: [here!, gone.id], ...rule, dryRun })).toMatchObject({
        status: 404,
        body: { message: '1 of these items is no longer in the inventory. Nothing was changed.' },
      });
    }
    const { id } = await buildItem(shop(), { priceCents: 2_000_000 });
    expect(await send(admin, { ids: [here!, id], kind: 'percent', value: 1000, rounding: 'none' })).toMatchObject({
      status: 400,
      body: { message: 'The markup of 1 item would be above $100,000. Nothing was changed.' },
    });
    expect(await finalPrices([here!])).toEqual([25]);
  });

  test.each([
    [{}, 'Give either ids or all'],
    [{ ids: [1], all: true }, 'Give either ids or all'],
    [{ ids: [] }, 'ids must be a list of 1 to 50,000 item ids'],
    [{ ids: [1.5] }, 'ids must be a list of 1 to 50,000 item ids'],
    [{ ids: '1' }, 'ids must be a list of 1 to 50,000 item ids'],
    [{ all: false }, 'all can only be true'],
    [{ all: true, kind: 'other' }, 'kind must be "percent", "dollars" or "raise"'],
    [{ all: true, rounding: 'up' }, 'rounding must be "none", "nine" or "five"'],
    [{ all: true, value: '10' }, 'value must be a number'],
    [{ all: true, value: -1 }, 'A percentage must be a number from 0 to 1,000'],
    [{ all: true, kind: 'raise', value: -51 }, 'A raise must be a number from -50 to 1,000'],
    [{ all: true, kind: 'dollars', value: 0.001 }, 'A markup must have at most two decimals'],
  ])('the rule %j is refused', async (body, message) => {
    const rule = { kind: 'percent', value: 10, rounding: 'none', ...body } as never;
    expect(await send(admin, rule)).toMatchObject({ status: 400, body: { message } });
  });

  test('of two owners who apply rules at once, both raise the prices, and each change can be undone', async () => {
    const other = await buildAdmin(shop());
    const ids = await buildThree();
    const rule = { ids, kind: 'raise', value: 100, rounding: 'none' } as const;
    const responses = await Promise.all([send(admin, rule), send(other, rule), send(admin, rule)]);
    expect(responses.map(({ status, body }) => [status, body.changed])).toEqual(Array(3).fill([200, 3]));
    expect(await finalPrices(ids)).toEqual([200, 360, 800]);
    const { changes } = (await admin.call(listChanges, { query: { item: String(ids[0]) } })).body;
    expect(changes.map(({ kind }) => kind)).toEqual(['markup', 'markup', 'markup']);
    for (const { id } of changes) await admin.call(revertChange, { params: { id }, body: {} });
    expect(await finalPrices(ids)).toEqual([25, 45, 100]);
  });

  test('a raise that is sent again with its key raises nothing twice', async () => {
    const ids = await buildThree();
    const rule = { ids, kind: 'raise', value: 100, rounding: 'none' } as const;
    const key = randomUUID();
    const [first, again] = await Promise.all([send(admin, rule, key), send(admin, rule, key)]);
    expect(again).toEqual(first);
    expect((await send(admin, rule, key)).body).toEqual(first.body);
    expect(await finalPrices(ids)).toEqual([50, 90, 200]);
    expect((await readItem(admin, ids[0]!)).markupDollars).toBe(40);
  });
});
