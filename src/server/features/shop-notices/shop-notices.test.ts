import { expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { getEvents } from '#contract/events.ts';
import { confirmOrder } from '#contract/receipts.ts';
import { getShop } from '#contract/settings.ts';
import { getShopNotices, SHOP_NOTICE_LENGTH, setShopNotices } from '#contract/shop-notices.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer, stockOf } from '../../testing/buyers.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { buildAdmin, buildItem, type TestUser } from '../../testing/factories.ts';
import { startTestShop } from '../../testing/test-shop.ts';

const NONE = { pricing: null, weights: null, weightsShown: true, closed: null, closedOrders: false };
const CLOSED = 'The shop takes no orders right now.';

bothDatabases((shop, kind) => {
  const set = ({ call }: TestUser, body: object) => call(setShopNotices, { body });
  const shown = async () => (await shop().call(getShop)).body.notices;

  test('an owner sets a notice, every page gets it, and null or an empty text returns to the default', async () => {
    const owner = await buildAdmin(shop());
    expect(await shown()).toEqual(NONE);
    expect((await owner.call(getShopNotices)).body).toEqual(NONE);

    const set1 = await set(owner, { pricing: ' Ask for tens ', closed: 'Back on Monday' });
    expect(set1.body).toEqual({ ...NONE, pricing: 'Ask for tens', closed: 'Back on Monday' });
    await expect.poll(shown).toEqual(set1.body);
    // Parts that a call does not name stay.
    expect((await set(owner, { weights: 'All weighed again' })).body).toEqual({
      ...set1.body,
      weights: 'All weighed again',
    });
    expect((await set(owner, {})).body.pricing).toBe('Ask for tens');
    expect((await set(owner, { pricing: null, weights: '  ', closed: '' })).body).toEqual(NONE);
    await expect.poll(shown).toEqual(NONE);
    expect((await owner.call(getShopNotices)).body).toEqual(NONE);
  });

  test('a notice is a text that can be stored and is not too long', async () => {
    const owner = await buildAdmin(shop());
    expect(await set(owner, { pricing: 'x'.repeat(SHOP_NOTICE_LENGTH) })).toMatchObject({ status: 200 });
    for (const body of [
      { pricing: 'x'.repeat(SHOP_NOTICE_LENGTH + 1) },
      { weights: 'half a pair \ud800' },
      { closed: 7 },
      { closedOrders: 'yes' },
      { weightsShown: 1 },
    ]) {
      expect(await set(owner, body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
    await set(owner, NONE);
  });

  test('every role of the panel reads the notices, and only owners set them, once they have confirmed who they are', async () => {
    for (const role of ['orders', 'inventory'] as const) {
      const reader = await buildAdmin(shop(), role);
      expect((await reader.call(getShopNotices)).status).toBe(200);
      expect(await set(reader, { closed: 'x' })).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
    }
    const owner = await buildAdmin(shop());
    shop().advance(11 * 60_000);
    expect(await set(owner, { closed: 'x' })).toMatchObject({ status: 403, body: { code: 'reauthentication_needed' } });
  });

  test('the notice on weights can be switched off and on, which pages and the evidence know', async () => {
    const owner = await buildAdmin(shop());
    const notices = async () => (await shop().call(getShop)).body.notices;
    await set(owner, { weightsShown: false });
    await expect.poll(notices).toMatchObject({ weights: null, weightsShown: false });
    await set(owner, { weights: 'Labels are late' });
    await expect.poll(notices).toMatchObject({ weights: 'Labels are late', weightsShown: false });
    await set(owner, NONE);
    const shown = async () =>
      (await owner.call(listAudit, { query: { kind: 'settings', actor: owner.username } })).body.entries
        .filter(({ subject }) => subject === 'whether the notice on weights is shown')
        .map(({ before, after }) => [before, after]);
    await expect.poll(shown).toEqual([
      ['hidden', 'shown'],
      ['shown', 'hidden'],
    ]);
  });

  test('the evidence names each notice that changed, with the text before and after', async () => {
    const owner = await buildAdmin(shop());
    await set(owner, { pricing: 'Ask for tens', closedOrders: true });
    await set(owner, { pricing: 'Ask for tens' });
    await set(owner, NONE);
    const find = async () =>
      (await owner.call(listAudit, { query: { kind: 'settings', actor: owner.username } })).body.entries.map(
        ({ subject, before, after }) => [subject, before, after],
      );
    await expect.poll(find).toHaveLength(4);
    expect((await find()).sort()).toEqual(
      [
        ['the notice on bulk pricing', 'the default', 'Ask for tens'],
        ['whether orders are taken', 'orders', 'no orders'],
        ['the notice on bulk pricing', 'Ask for tens', 'the default'],
        ['whether orders are taken', 'no orders', 'orders'],
      ].sort(),
    );
  });

  test('a closed shop refuses orders with its own words and keeps the cart, and an order that was made is still found', async () => {
    const owner = await buildAdmin(shop());
    const buyer = await buildBuyer(shop());
    const { id } = await buildItem(shop(), { quantity: 9 });
    await buyer.add(id, 2);
    const made = await buyer.confirm('before-closing');
    await buyer.add(id, 3);

    await set(owner, { closedOrders: true });
    expect(await buyer.confirm()).toMatchObject({ status: 409, body: { code: 'shop_closed', message: CLOSED } });
    await set(owner, { closed: 'Back on Monday.' });
    expect((await buyer.confirm()).body.message).toBe(`${CLOSED} Back on Monday.`);
    expect((await buyer.confirm('before-closing')).body.receipt.number).toBe(made.body.receipt.number);
    expect(await stockOf(shop(), id)).toEqual({ quantity: 9, reserved: 2 });

    // A notice alone closes nothing.
    await set(owner, { closedOrders: false });
    expect(await buyer.confirm()).toMatchObject({ status: 201 });
    await set(owner, NONE);
  });

  /** The evidence of orders and of closing the shop, in its order, from an entry on. */
  const entriesAfter = async (id: number) => {
    const rows = await shop()
      .database.read.selectFrom('audit')
      .select(['id', 'kind', 'after'])
      .where('id', '>', id)
      .where('kind', 'in', ['receipt', 'settings'])
      .orderBy('id')
      .execute();
    return rows.map((row) => ({ id: row.id, what: row.kind === 'settings' ? String(row.after) : 'an order' }));
  };

  test('however orders and closing meet, a closed shop takes no order', async () => {
    const owner = await buildAdmin(shop());
    const { id } = await buildItem(shop(), { quantity: 1000 });
    let last = (await entriesAfter(0)).at(-1)?.id ?? 0;
    for (let round = 0; round < 10; round++) {
      const buyers = await Promise.all(Array.from({ length: 6 }, () => buildBuyer(shop())));
      for (const { add } of buyers) await add(id);
      const order = ({ call }: TestUser) => call(confirmOrder, { body: {} });
      const [first, closing, second] = await Promise.all([
        Promise.all(buyers.slice(0, 3).map(order)),
        set(owner, { closedOrders: true }),
        Promise.all(buyers.slice(3).map(order)),
      ]);
      expect(closing.status).toBe(200);
      for (const { status, body } of [...first, ...second]) {
        expect([undefined, 'shop_closed']).toContain(status === 201 ? undefined : body.code);
      }
      for (const { add, confirm } of buyers) {
        await add(id);
        expect(await confirm()).toMatchObject({ status: 409, body: { code: 'shop_closed' } });
      }
      const entries = await entriesAfter(last);
      // On PostgreSQL an order whose statement has begun goes on while the shop closes.
      if (kind === 'sqlite') expect(entries.at(-1)?.what).toContain('no orders');
      last = entries.at(-1)!.id;
      await set(owner, { closedOrders: false });
      last = (await entriesAfter(last)).at(-1)!.id;
    }
  });

  test('open pages get the notices when they change, in every process, and a restart keeps them', async () => {
    const { DATABASE_URL, DATA_DIR } = shop().settings;
    const second = await startTestShop({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR });
    await second.database.watch();
    const page = await openEvents(second, getEvents);
    await page.next('catalogue');
    await set(await buildAdmin(shop()), { closed: 'On holiday' });
    const event = await page.next('notices');
    expect(event).toEqual({ event: 'notices', data: { ...NONE, closed: 'On holiday' } });
    page.leave();
    await second.close();

    const third = await startTestShop({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR });
    expect((await third.call(getShop)).body.notices.closed).toBe('On holiday');
    await third.close();
    await set(await buildAdmin(shop()), NONE);
  });
});
