import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endAlert, getAlerts, listWanted, MOST_ALERTS, markAlertsSeen, setAlert } from '#contract/alerts.ts';
import { setActive } from '#contract/inventory.ts';
import { moveReceipt, undoReceiptStep } from '#contract/receipts.admin.ts';
import { deleteAccount, exportData } from '#contract/users.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { type Buyer, buildBuyer, buildOrder } from '../../testing/buyers.ts';
import {
  buildAdmin,
  buildItem,
  buildMember,
  MEMBER_PASSWORD,
  type TestUser,
  updateItems,
} from '../../testing/factories.ts';
import { recordStatements } from '../../testing/sent-statements.ts';
import { expireReceipts } from '../receipts/receipt-steps.service.ts';
import { followStock, startFollowingStock } from './follow-stock.ts';

const wait = (member: TestUser, id: number | string) => member.call(setAlert, { params: { id: `${id}` }, body: {} });
const end = (member: TestUser, id: number) => member.call(endAlert, { params: { id: `${id}` } });
const alertsOf = async (member: TestUser) => (await member.call(getAlerts)).body.alerts;
const backAtOf = async (member: TestUser) => (await alertsOf(member)).map(({ backAt }) => backAt);
const see = (member: TestUser, ...productIds: number[]) => member.call(markAlertsSeen, { body: { productIds } });

const record = recordStatements();

bothDatabases(
  (shop, kind) => {
    const soldOut = () => buildItem(shop(), { quantity: 0, name: 'Fog', brand: 'Harbor' });
    const restock = (id: number, quantity = 3) => updateItems(shop(), [id], { quantity });
    const sellOut = (id: number) => updateItems(shop(), [id], { quantity: 0 });
    const now = () => new Date(shop().clock()).toISOString();
    /** The notices to the webhook about an item. */
    const noticesOf = async (id: number) => {
      const rows = await shop()
        .database.read.selectFrom('notices')
        .select('payload')
        .where('event', '=', 'product.back')
        .execute();
      return rows.map(({ payload }) => JSON.parse(payload)).filter(({ product }) => product.id === id);
    };

    test('a member waits for a product, and hears when it is back', async () => {
      const member = await buildMember(shop());
      const { id } = await soldOut();
      const createdAt = now();
      expect((await wait(member, id)).body).toEqual({ alerts: [{ productId: id, createdAt, backAt: null }] });
      shop().advance(60_000);
      expect(await alertsOf(member)).toEqual([{ productId: id, createdAt, backAt: null }]);
      await restock(id);
      expect(await alertsOf(member)).toEqual([{ productId: id, createdAt, backAt: now() }]);
      const backAt = now();
      shop().advance(60_000);
      await followStock(shop());
      expect(await backAtOf(member)).toEqual([backAt]);
    });

    test('the panel lists the products that members wait for, until they are back or nobody waits', async () => {
      const [one, other] = [await buildMember(shop()), await buildMember(shop())];
      const [fog, kush] = [await soldOut(), await soldOut()];
      const clerk = await buildAdmin(shop(), 'inventory');
      const wanted = async () =>
        (await clerk.call(listWanted)).body.products.filter(({ productId }) => [fog.id, kush.id].includes(productId));
      const since = now();
      await wait(one, fog.id);
      shop().advance(60_000);
      await wait(other, fog.id);
      await wait(one, kush.id);
      expect(await wanted()).toEqual([
        { productId: fog.id, members: 2, since },
        { productId: kush.id, members: 1, since: now() },
      ]);
      await end(one, kush.id);
      await restock(fog.id);
      await followStock(shop());
      expect(await wanted()).toEqual([]);
    });

    test('a product in stock is refused, and what members cannot see is not found', async () => {
      const member = await buildMember(shop());
      const { id } = await buildItem(shop());
      expect(await wait(member, id)).toMatchObject({ status: 409, body: { code: 'in_stock' } });
      const unlisted = await buildItem(shop(), { quantity: 0, listed: false });
      const inactive = await buildItem(shop(), { quantity: 0, isActive: false });
      for (const none of [unlisted.id, inactive.id, 999_999_999, 'fog']) {
        expect(await wait(member, none)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      }
      expect(await alertsOf(member)).toEqual([]);
    });

    test('a product whose last pieces are reserved is sold out', async () => {
      const { itemId } = await buildOrder(shop(), { item: { quantity: 1 } });
      const member = await buildMember(shop());
      expect((await wait(member, itemId)).status).toBe(200);
    });

    test('an alert on a product that left the list can end, and says that it is back when it returns', async () => {
      const member = await buildMember(shop());
      const [gone, returning] = [await soldOut(), await soldOut()];
      for (const { id } of [gone, returning]) await wait(member, id);
      await updateItems(shop(), [gone.id, returning.id], { listed: 0, quantity: 5 });
      expect(await backAtOf(member)).toEqual([null, null]);
      expect((await wait(member, gone.id)).status).toBe(404);
      for (const _ of ['first', 'second']) expect((await end(member, gone.id)).status).toBe(200);
      await updateItems(shop(), [returning.id], { listed: 1 });
      expect(await alertsOf(member)).toMatchObject([{ productId: returning.id, backAt: now() }]);
    });

    test('if it sells out again before the member saw it, the alert waits again', async () => {
      const member = await buildMember(shop());
      const { id } = await soldOut();
      await wait(member, id);
      await restock(id);
      expect(await backAtOf(member)).toEqual([now()]);
      await sellOut(id);
      expect(await backAtOf(member)).toEqual([null]);
      shop().advance(60_000);
      await restock(id);
      await followStock(shop());
      expect(await backAtOf(member)).toEqual([now()]);
      expect(await noticesOf(id)).toHaveLength(2);
    });

    test('what the member saw stays, until the member asks again', async () => {
      const member = await buildMember(shop());
      const { id } = await soldOut();
      await wait(member, id);
      expect((await see(member, id)).body.alerts).toMatchObject([{ backAt: null }]);
      await restock(id);
      const [backAt] = await backAtOf(member);
      expect((await see(member, id)).body.alerts).toMatchObject([{ productId: id, backAt }]);
      await sellOut(id);
      shop().advance(60_000);
      expect(await backAtOf(member)).toEqual([backAt]);
      await restock(id);
      await followStock(shop());
      expect(await backAtOf(member)).toEqual([backAt]);
      expect(await noticesOf(id)).toHaveLength(1);
      await sellOut(id);
      expect((await wait(member, id)).body.alerts).toEqual([{ productId: id, createdAt: now(), backAt: null }]);
      await restock(id);
      expect(await backAtOf(member)).toEqual([now()]);
    });

    test('asking twice changes nothing', async () => {
      const member = await buildMember(shop());
      const { id } = await soldOut();
      const first = await wait(member, id);
      shop().advance(60_000);
      expect((await wait(member, id)).body).toEqual(first.body);
      const raced = await Promise.all(Array.from({ length: 5 }, () => wait(member, id)));
      for (const { body } of raced) expect(body).toEqual(first.body);
    });

    test('adding the product to the cart ends the alert, and those of others and on others stay', async () => {
      const [member, other] = [await buildBuyer(shop()), await buildMember(shop())];
      const [{ id }, rest] = [await soldOut(), await soldOut()];
      for (const { id: each } of [{ id }, rest]) await wait(member, each);
      await wait(other, id);
      expect((await member.add(id)).status).toBe(409);
      expect(await alertsOf(member)).toHaveLength(2);
      await restock(id);
      expect((await member.add(id)).status).toBe(200);
      expect(await alertsOf(member)).toMatchObject([{ productId: rest.id }]);
      expect(await alertsOf(other)).toHaveLength(1);
    });

    if (kind === 'postgres') {
      test('ending alerts costs adding to the cart no statement', async () => {
        const member = await buildBuyer(shop());
        const { id } = await soldOut();
        await wait(member, id);
        await restock(id);
        await member.add((await buildItem(shop())).id);
        await shop().catalogue.caughtUp();
        expect(await record(() => member.add(id))).toHaveLength(1);
      });
    }

    test('the webhook is told once of a product and return, with how many members wait', async () => {
      const [first, second] = [await buildMember(shop()), await buildMember(shop())];
      const { id, externalId } = await soldOut();
      for (const member of [first, second]) await wait(member, id);
      await restock(id, 4);
      await Promise.all([...Array(4)].map(() => followStock(shop())));
      for (const member of [first, second]) expect(await backAtOf(member)).toEqual([now()]);
      expect(await noticesOf(id)).toEqual([
        {
          event: 'product.back',
          at: now(),
          product: { id, externalId, name: 'Fog', brand: 'Harbor', quantity: 4, waiting: 2 },
        },
      ]);
    });

    test('a return that nobody waits for is no news', async () => {
      const { id } = await soldOut();
      await restock(id);
      await followStock(shop());
      expect(await noticesOf(id)).toEqual([]);
    });

    if (kind === 'postgres') {
      test('who asks while stock returns waits for that, and is refused', async () => {
        const member = await buildMember(shop());
        const { id } = await soldOut();
        const waiting = sql<{ count: number }>`
          select count(*) as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        const asked = await shop().database.write(async (tx) => {
          await tx.updateTable('items').set({ quantity: 3 }).where('id', '=', id).execute();
          const asking = wait(member, id);
          await expect.poll(async () => Number((await waiting.execute(shop().database.read)).rows[0]!.count)).toBe(1);
          return { asking };
        });
        expect(await asked.asking).toMatchObject({ status: 409, body: { code: 'in_stock' } });
      });
    }

    test('of asking and returning at the same time, the member hears of it or is refused', async () => {
      for (let round = 0; round < 10; round++) {
        const member = await buildMember(shop());
        const { id } = await soldOut();
        const [asked] = await Promise.all([wait(member, id), restock(id), followStock(shop())]);
        const backAt = await backAtOf(member);
        expect(backAt).toEqual(asked.status === 409 ? [] : [now()]);
        expect(await noticesOf(id)).toHaveLength(backAt.length);
      }
    });

    test('stock that an order gives back is a return: canceled, expired, or undone', async () => {
      const admin = await buildAdmin(shop());
      const member = await buildMember(shop());
      const cancelled = await buildOrder(shop(), { item: { quantity: 1 } });
      await wait(member, cancelled.itemId);
      const params = { id: cancelled.receipt.id };
      await admin.call(moveReceipt, { params, body: { status: 'cancelled' } });
      expect(await backAtOf(member)).toEqual([now()]);
      await admin.call(undoReceiptStep, { params, body: {} });
      expect(await backAtOf(member)).toEqual([null]);
      await end(member, cancelled.itemId);

      const expired = await buildOrder(shop(), { item: { quantity: 1 } });
      const later = await buildMember(shop());
      await wait(later, expired.itemId);
      shop().advance(shop().settings.RESERVATION_HOURS * 3_600_000 + 1);
      await expireReceipts(shop());
      expect(await backAtOf(later)).toEqual([now()]);
    });

    test('a product that an admin takes off and puts on again is back', async () => {
      const admin = await buildAdmin(shop());
      const member = await buildMember(shop());
      const { id } = await soldOut();
      await wait(member, id);
      const setTo = (isActive: boolean) => admin.call(setActive, { params: { id: `${id}` }, body: { isActive } });
      await setTo(false);
      await restock(id);
      expect(await backAtOf(member)).toEqual([null]);
      await setTo(true);
      expect(await backAtOf(member)).toEqual([now()]);
    });

    test('a running shop follows the stock by itself', async () => {
      const member = await buildMember(shop());
      const { id } = await soldOut();
      await wait(member, id);
      const job = startFollowingStock(shop());
      await restock(id);
      await expect.poll(() => noticesOf(id)).toHaveLength(1);
      await job.stop();
    });

    test('a member waits for five hundred products at most, also if many are asked for at once', async () => {
      const member: Buyer = await buildBuyer(shop());
      const items = await Promise.all(Array.from({ length: 10 }, soldOut));
      await shop().database.write(async (tx) => {
        for (let left = MOST_ALERTS - 5; left > 0; left--) {
          const { id } = await tx
            .insertInto('items')
            .columns([
              'external_id',
              'listed',
              'name',
              'tags',
              'images',
              'quantity',
              'price_cents',
              'markup_cents',
              'is_active',
              'shop_owned',
            ])
            .expression(
              sql`select external_id || '-' || ${sql.lit(left)}, 1, name, '[]', '[]', 0, 1000, 500, 1, '[]' from items where id = ${items[0]!.id}`,
            )
            .returning('id')
            .executeTakeFirstOrThrow();
          await tx
            .insertInto('alerts')
            .values({ user_id: member.id, item_id: id, back_at: null, seen_at: null, created_at: 1 })
            .execute();
        }
      });
      const raced = await Promise.all(items.map(({ id }) => wait(member, id)));
      expect(raced.filter(({ status }) => status === 200)).toHaveLength(5);
      expect(raced.filter(({ status }) => status === 409)[0]?.body).toMatchObject({ code: 'too_many_alerts' });
      expect(await alertsOf(member)).toHaveLength(MOST_ALERTS);
    });

    test("alerts are in a member's own data, and go with the account", async () => {
      const member = await buildMember(shop());
      const { id } = await soldOut();
      await wait(member, id);
      const { alerts } = (await member.call(exportData)).body as unknown as { alerts: unknown };
      expect(alerts).toEqual([{ productId: id, productName: 'Fog', createdAt: expect.any(String), backAt: null }]);
      await member.call(deleteAccount, { body: { password: MEMBER_PASSWORD } });
      const left = await shop().database.read.selectFrom('alerts').select('id').where('user_id', '=', member.id);
      expect(await left.execute()).toEqual([]);
      await restock(id);
      await followStock(shop());
      expect(await noticesOf(id)).toEqual([]);
    });
  },
  { settings: { ORDER_WEBHOOK_URL: 'http://localhost:9/orders' } },
);
