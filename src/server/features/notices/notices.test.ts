import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setCartNotes } from '#contract/cart.ts';
import { listNotices } from '#contract/notices.ts';
import { getAnyReceipt, moveReceipt, undoReceiptStep } from '#contract/receipts.admin.ts';
import { deleteAccount } from '#contract/users.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer, buildOrder } from '../../testing/buyers.ts';
import { buildAdmin, buildItem, buildMember, MEMBER_PASSWORD, type TestUser } from '../../testing/factories.ts';
import { startLocalServer } from '../../testing/local-server.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { backOffMs, deliverNotices, startNotices } from './delivery.ts';

/** The seller's webhook: records the messages that it receives, and responds with the chosen status. */
const startWebhook = async () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  let status = 200;
  const { url, close } = await startLocalServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    if (status >= 300 && status < 400) response.setHeader('location', '/elsewhere');
    response.writeHead(status).end('thanks');
  });
  return {
    received,
    respondWith: (next: number) => {
      status = next;
    },
    url: `${url}/orders`,
    close,
  };
};

const webhook = await startWebhook();
afterAll(() => webhook.close());
beforeEach(() => {
  webhook.received.length = 0;
  webhook.respondWith(200);
});

const SECRET = 'between-us';

bothDatabases(
  (shop) => {
    const order = async () => (await buildOrder(shop(), { item: { name: 'Gummies' } })).receipt;
    const noticesOf = async (admin: TestUser, receiptNumber: number) =>
      (await admin.call(listNotices)).body.notices.filter((notice) => notice.receiptNumber === receiptNumber);

    test('the seller is told if "paid" or "canceled" is undone, without the private note', async () => {
      const admin = await buildAdmin(shop());
      const { id, number } = await order();
      const params = { id };
      await admin.call(moveReceipt, { params, body: { status: 'paid', panelNote: 'The blue door' } });
      await admin.call(moveReceipt, { params, body: { status: 'shipped' } });
      for (const _ of ['shipped', 'paid']) await admin.call(undoReceiptStep, { params, body: {} });
      await admin.call(moveReceipt, { params, body: { status: 'cancelled' } });
      await admin.call(undoReceiptStep, { params, body: {} });
      await deliverNotices(shop());
      const messages = webhook.received.map(({ body }) => JSON.parse(body)).filter(({ receipt }) => receipt.id === id);
      expect(messages.map(({ event, receipt }) => [event, receipt.number, receipt.status])).toEqual([
        ['receipt.confirmed', number, 'awaiting_payment'],
        ['receipt.paid', number, 'paid'],
        ['receipt.undone', number, 'awaiting_payment'],
        ['receipt.cancelled', number, 'cancelled'],
        ['receipt.undone', number, 'awaiting_payment'],
      ]);
      for (const { body } of webhook.received) expect(body).not.toMatch(/blue door|panelNote|signalUsername/);
    });

    test('the notice of a new order is the receipt as the panel shows it, whatever the member wrote', async () => {
      const admin = await buildAdmin(shop());
      const buyer = await buildBuyer(shop());
      await buyer.add((await buildItem(shop())).id);
      const notes = '"number":0, "the number of"';
      await buyer.call(setCartNotes, { body: { notes } });
      const { id } = (await buyer.confirm()).body.receipt;
      const {
        panelNote: _note,
        signalUsername: _name,
        delivery: _delivery,
        payments: _payments,
        addresses: _addresses,
        payment: _payment,
        due: _due,
        ...receipt
      } = (await admin.call(getAnyReceipt, { params: { id } })).body.receipt;
      await deliverNotices(shop());
      const [message] = webhook.received.map(({ body }) => JSON.parse(body));
      expect(message).toEqual({ event: 'receipt.confirmed', at: receipt.createdAt, receipt });
      expect(receipt.notes).toBe(notes);
    });

    test('the seller is notified of confirmed, paid and canceled orders only, with the receipt', async () => {
      const admin = await buildAdmin(shop());
      const [first, second] = [await order(), await order()];
      const move = (id: string, status: ReceiptStatus) => admin.call(moveReceipt, { params: { id }, body: { status } });
      await move(first.id, 'paid');
      await move(first.id, 'shipped');
      await move(first.id, 'completed');
      await move(second.id, 'cancelled');
      expect(await deliverNotices(shop())).toBe(4);
      const messages = webhook.received.map(({ body }) => JSON.parse(body));
      expect(messages.map(({ event, receipt }) => [event, receipt.number])).toEqual([
        ['receipt.confirmed', first.number],
        ['receipt.confirmed', second.number],
        ['receipt.paid', first.number],
        ['receipt.cancelled', second.number],
      ]);
      expect(messages[0]).toMatchObject({
        at: first.createdAt,
        receipt: { id: first.id, status: 'awaiting_payment', lines: [{ productName: 'Gummies' }], total: first.total },
      });
      expect(messages[2].receipt).toMatchObject({ status: 'paid', events: [{}, { status: 'paid' }] });
      expect(await deliverNotices(shop())).toBe(0);
    });

    test('a notice is signed over its time and body', async () => {
      await order();
      await deliverNotices(shop());
      const { headers, body } = webhook.received[0]!;
      const timestamp = headers['greenroom-timestamp'];
      expect(timestamp).toBe(String(Math.floor(shop().clock() / 1000)));
      const expected = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex');
      expect(headers['greenroom-signature']).toBe(`sha256=${expected}`);
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'greenroom-event': 'receipt.confirmed',
        'greenroom-notice': expect.stringMatching(/^\d+$/),
      });
    });

    test('a notice to a failing webhook is sent again, with growing pauses, until it is accepted', async () => {
      const admin = await buildAdmin(shop());
      const { number } = await order();
      webhook.respondWith(500);
      expect(await deliverNotices(shop())).toBe(0);
      expect(await noticesOf(admin, number)).toMatchObject([
        { status: 'waiting', attempts: 1, lastError: 'HTTP 500', deliveredAt: null },
      ]);
      await deliverNotices(shop());
      expect(webhook.received).toHaveLength(1);
      shop().advance(backOffMs(1));
      await deliverNotices(shop());
      expect(webhook.received).toHaveLength(2);
      shop().advance(backOffMs(2) - 1);
      await deliverNotices(shop());
      expect(webhook.received).toHaveLength(2);
      webhook.respondWith(204);
      shop().advance(1);
      expect(await deliverNotices(shop())).toBe(1);
      expect(webhook.received[2]?.body).toBe(webhook.received[0]?.body);
      expect(await noticesOf(admin, number)).toMatchObject([
        { status: 'delivered', attempts: 3, lastError: null, deliveredAt: expect.any(String) },
      ]);
    });

    test('a redirect is no delivery, and a notice is never sent to another address', async () => {
      const admin = await buildAdmin(shop());
      const { number } = await order();
      webhook.respondWith(302);
      await deliverNotices(shop());
      expect(webhook.received).toHaveLength(1);
      expect(await noticesOf(admin, number)).toMatchObject([{ status: 'waiting', attempts: 1 }]);
      shop().advance(backOffMs(1));
      webhook.respondWith(200);
      await deliverNotices(shop());
    });

    test('after a day of failures a notice is not sent again and is listed as failed', async () => {
      const { number } = await order();
      webhook.respondWith(503);
      for (let attempt = 0; attempt < 24; attempt++) {
        await deliverNotices(shop());
        shop().advance(3_600_000);
      }
      await deliverNotices(shop());
      expect(webhook.received).toHaveLength(24);
      // The session of the admin has ended by now.
      expect(await noticesOf(await buildAdmin(shop()), number)).toMatchObject([
        { status: 'failed', attempts: 24, lastError: 'HTTP 503' },
      ]);
    });

    test('if several processes deliver at once, each notice is sent once', async () => {
      for (let count = 0; count < 6; count++) await order();
      const delivered = await Promise.all(Array.from({ length: 4 }, () => deliverNotices(shop())));
      expect(delivered.reduce((sum, count) => sum + count, 0)).toBe(6);
      expect(webhook.received).toHaveLength(6);
      expect(new Set(webhook.received.map(({ headers }) => headers['greenroom-notice'])).size).toBe(6);
    });

    test('a running shop delivers a notice immediately', async () => {
      const job = startNotices(shop());
      await order();
      await expect.poll(() => webhook.received.length).toBe(1);
      await job.stop();
      await order();
      expect(webhook.received).toHaveLength(1);
      await deliverNotices(shop());
    });

    test('deleting an account deletes the notices that name it', async () => {
      const admin = await buildAdmin(shop());
      const { buyer, receipt } = await buildOrder(shop());
      const { number } = receipt;
      const kept = await order();
      expect(await noticesOf(admin, number)).toHaveLength(1);
      const deleted = await buyer.call(deleteAccount, { body: { password: MEMBER_PASSWORD } });
      expect(deleted).toMatchObject({ status: 200 });
      expect(await noticesOf(admin, number)).toEqual([]);
      expect(await noticesOf(admin, kept.number)).toHaveLength(1);
      await deliverNotices(shop());
    });

    test('admins page through the notices, and members cannot see them', async () => {
      const admin = await buildAdmin(shop());
      await order();
      await order();
      const first = (await admin.call(listNotices, { query: { limit: 1 } })).body;
      const second = (await admin.call(listNotices, { query: { limit: 1, cursor: first.nextCursor! } })).body;
      expect(first.configured).toBe(true);
      expect(first.notices[0]!.id).toBeGreaterThan(second.notices[0]!.id);
      const member = await buildMember(shop());
      expect((await member.call(listNotices)).status).toBe(403);
      await deliverNotices(shop());
    });

    test('if the webhook is out of reach, the notice waits and names the reason', async () => {
      const closed = await startWebhook();
      await closed.close();
      const admin = await buildAdmin(shop());
      const { number } = await order();
      const unreachable = { ...shop(), settings: { ...shop().settings, ORDER_WEBHOOK_URL: closed.url } };
      await deliverNotices(unreachable);
      expect(await noticesOf(admin, number)).toMatchObject([
        { status: 'waiting', lastError: expect.stringContaining('ECONNREFUSED') },
      ]);
    });
  },
  { settings: { ORDER_WEBHOOK_URL: webhook.url, ORDER_WEBHOOK_SECRET: SECRET } },
);

let plain: TestShop;
beforeAll(async () => {
  plain = await startTestShop();
});
afterAll(() => plain.close());

test('without a webhook no notice is stored, so that a later one does not receive old notices', async () => {
  await buildOrder(plain);
  const admin = await buildAdmin(plain);
  expect((await admin.call(listNotices)).body).toEqual({ configured: false, notices: [], nextCursor: null });
  expect(await plain.database.read.selectFrom('notices').select('id').execute()).toEqual([]);
});
