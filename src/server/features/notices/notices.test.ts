import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem, MEMBER_PASSWORD } from '../../testing/factories.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { orderingMember } from '../receipts/testing/ordering-member.ts';
import { backOffMs, deliverNotices, startNotices } from './delivery.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A seller's chat bot: keeps what it is told and answers as it is asked to. */
const startBot = async () => {
  const received: Received[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    if (status >= 300 && status < 400) response.setHeader('location', '/elsewhere');
    response.writeHead(status).end('thanks');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    answer: (next: number) => {
      status = next;
    },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};

const bot = await startBot();
afterAll(() => bot.close());
beforeEach(() => {
  bot.received.length = 0;
  bot.answer(200);
});

const SECRET = 'between-us';

bothDatabases(
  (shop) => {
    const signIn = async () => {
      const admin = await buildAdmin(shop());
      return (method: string, path: string, body?: unknown) => shop().call(method, path, { token: admin.token, body });
    };
    const order = async () => {
      const buyer = await orderingMember(shop());
      await buyer.add((await buildItem(shop(), { name: 'Gummies' })).id);
      return (await buyer.confirm()).body.receipt;
    };
    const noticesOf = async (call: Awaited<ReturnType<typeof signIn>>, number: number) =>
      (await call('GET', '/api/admin/notices')).body.notices.filter(
        (notice: { receiptNumber: number }) => notice.receiptNumber === number,
      );

    test('the seller is told of orders confirmed, paid and cancelled, with the receipt, and of nothing else', async () => {
      const call = await signIn();
      const [first, second] = [await order(), await order()];
      const move = (id: string, status: string) => call('PATCH', `/api/admin/receipts/${id}`, { status });
      await move(first.id, 'paid');
      await move(first.id, 'shipped');
      await move(first.id, 'completed');
      await move(second.id, 'cancelled');
      expect(await deliverNotices(shop())).toBe(4);
      const told = bot.received.map(({ body }) => JSON.parse(body));
      expect(told.map(({ event, receipt }) => [event, receipt.number])).toEqual([
        ['receipt.confirmed', first.number],
        ['receipt.confirmed', second.number],
        ['receipt.paid', first.number],
        ['receipt.cancelled', second.number],
      ]);
      expect(told[0]).toMatchObject({
        at: first.createdAt,
        receipt: { id: first.id, status: 'awaiting_payment', lines: [{ productName: 'Gummies' }], total: first.total },
      });
      expect(told[2].receipt).toMatchObject({ status: 'paid', events: [{}, { status: 'paid' }] });
      expect(await deliverNotices(shop())).toBe(0);
    });

    test('a notice is signed over its time and body, so that a bot can trust it', async () => {
      await order();
      await deliverNotices(shop());
      const { headers, body } = bot.received[0]!;
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

    test('a bot that fails is told again, after longer and longer, until it takes the notice', async () => {
      const call = await signIn();
      const { number } = await order();
      bot.answer(500);
      expect(await deliverNotices(shop())).toBe(0);
      expect(await noticesOf(call, number)).toMatchObject([
        { status: 'waiting', attempts: 1, lastError: 'HTTP 500', deliveredAt: null },
      ]);
      await deliverNotices(shop());
      expect(bot.received).toHaveLength(1);
      shop().advance(backOffMs(1));
      await deliverNotices(shop());
      expect(bot.received).toHaveLength(2);
      shop().advance(backOffMs(2) - 1);
      await deliverNotices(shop());
      expect(bot.received).toHaveLength(2);
      bot.answer(204);
      shop().advance(1);
      expect(await deliverNotices(shop())).toBe(1);
      expect(bot.received[2]?.body).toBe(bot.received[0]?.body);
      expect(await noticesOf(call, number)).toMatchObject([
        { status: 'delivered', attempts: 3, lastError: null, deliveredAt: expect.any(String) },
      ]);
    });

    test('a redirect is no delivery: what is told of orders goes to no other address', async () => {
      const call = await signIn();
      const { number } = await order();
      bot.answer(302);
      await deliverNotices(shop());
      expect(bot.received).toHaveLength(1);
      expect(await noticesOf(call, number)).toMatchObject([{ status: 'waiting', attempts: 1 }]);
      shop().advance(backOffMs(1));
      bot.answer(200);
      await deliverNotices(shop());
    });

    test('after a day of failures a notice is given up and shown as failed', async () => {
      const call = await signIn();
      const { number } = await order();
      bot.answer(503);
      for (let attempt = 0; attempt < 24; attempt++) {
        await deliverNotices(shop());
        shop().advance(3_600_000);
      }
      await deliverNotices(shop());
      expect(bot.received).toHaveLength(24);
      expect(await noticesOf(call, number)).toMatchObject([{ status: 'failed', attempts: 24, lastError: 'HTTP 503' }]);
    });

    test('of several that deliver at once one takes each notice', async () => {
      for (let count = 0; count < 6; count++) await order();
      const delivered = await Promise.all(Array.from({ length: 4 }, () => deliverNotices(shop())));
      expect(delivered.reduce((sum, count) => sum + count, 0)).toBe(6);
      expect(bot.received).toHaveLength(6);
      expect(new Set(bot.received.map(({ headers }) => headers['greenroom-notice'])).size).toBe(6);
    });

    test('a running shop delivers at once, without being asked', async () => {
      const work = startNotices(shop());
      await order();
      await expect.poll(() => bot.received.length, { timeout: 10_000 }).toBe(1);
      await work.stop();
      await order();
      expect(bot.received).toHaveLength(1);
      await deliverNotices(shop());
    });

    test('a deleted account leaves no notice that names it', async () => {
      const call = await signIn();
      const buyer = await orderingMember(shop());
      await buyer.add((await buildItem(shop())).id);
      const { number } = (await buyer.confirm()).body.receipt;
      const kept = await order();
      expect(await noticesOf(call, number)).toHaveLength(1);
      expect(await buyer.call('DELETE', '/api/user', { password: MEMBER_PASSWORD })).toMatchObject({ status: 200 });
      expect(await noticesOf(call, number)).toEqual([]);
      expect(await noticesOf(call, kept.number)).toHaveLength(1);
      await deliverNotices(shop());
    });

    test('admins page through the notices; members see none', async () => {
      const call = await signIn();
      await order();
      await order();
      const first = (await call('GET', '/api/admin/notices?limit=1')).body;
      const second = (await call('GET', `/api/admin/notices?limit=1&cursor=${first.nextCursor}`)).body;
      expect(first.configured).toBe(true);
      expect(first.notices[0].id).toBeGreaterThan(second.notices[0].id);
      const { token } = await orderingMember(shop());
      expect((await shop().call('GET', '/api/admin/notices', { token })).status).toBe(403);
      await deliverNotices(shop());
    });

    test('a bot that cannot be reached is named', async () => {
      const closed = await startBot();
      await closed.close();
      const call = await signIn();
      const { number } = await order();
      const deps = { ...shop(), settings: { ...shop().settings, ORDER_WEBHOOK_URL: closed.url } };
      await deliverNotices(deps);
      expect(await noticesOf(call, number)).toMatchObject([
        { status: 'waiting', lastError: expect.stringContaining('ECONNREFUSED') },
      ]);
    });
  },
  { settings: { ORDER_WEBHOOK_URL: bot.url, ORDER_WEBHOOK_SECRET: SECRET } },
);

let plain: TestShop;
beforeAll(async () => {
  plain = await startTestShop();
});
afterAll(() => plain.close());

test('without a webhook nothing is stored, so that a later one is not flooded with old news', async () => {
  const buyer = await orderingMember(plain);
  await buyer.add((await buildItem(plain)).id);
  await buyer.confirm();
  const { token } = await buildAdmin(plain);
  expect((await plain.call('GET', '/api/admin/notices', { token })).body).toEqual({
    configured: false,
    notices: [],
    nextCursor: null,
  });
  expect(await plain.database.read.selectFrom('notices').select('id').execute()).toEqual([]);
});
