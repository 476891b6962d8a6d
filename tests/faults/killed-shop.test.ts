import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileProduct } from '../e2e/products.ts';
import { type Answer, call } from './calls.ts';
import { problemsAfterFault, problemsOfCheck } from './fault.ts';
import { type FaultShop, inventoryForm, inventoryOf, upload } from './fault-shop.ts';
import { ENGINES, openShopOn, type ShopOnEngine } from './shop-on-engine.ts';
import { waitUntil } from './wait.ts';

/** Enough for an upload that can be interrupted, and that runs in a thread of its own. */
const PRODUCTS = 1_500;

/** Waits for a part of the time that an upload takes: the moment of the fault. */
const moment = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

for (const engine of ENGINES) {
  describe(`[${engine}]`, () => {
    let running: ShopOnEngine;
    let shop: FaultShop;
    let uploadMs: number;
    let version = 0;

    beforeAll(async () => {
      running = await openShopOn(engine);
      shop = running.shop;
      for (const products of [inventoryOf('first', PRODUCTS), inventoryOf('second', PRODUCTS)]) {
        const { status, milliseconds } = await upload(shop, products);
        expect(status).toBe(200);
        uploadMs = milliseconds;
      }
    });

    afterAll(() => running?.close());

    /** The version of the inventory; several, if an upload was applied in part. */
    const versionsInShop = async (): Promise<string[]> => {
      const rows = await running.readRows<{ brand: string; items: number | string }>(
        'select brand, count(*) as items from items where listed = 1 group by brand',
      );
      return rows.map(({ brand, items }) => (Number(items) === PRODUCTS ? brand : `${items} items of ${brand}`));
    };

    /** The inventories that are right after an upload with this response. */
    const possibleVersions = ({ status, code }: Answer, old: string, uploaded: string): string[][] => {
      if (status === 200) return [[uploaded]];
      return code === 'unavailable' ? [[old]] : [[old], [uploaded]];
    };

    test('a shop that is killed during an upload has the old inventory or the new one, and every order', async () => {
      const killAfter = async (milliseconds: number, letGo = async () => {}): Promise<Answer> => {
        const [old] = await versionsInShop();
        const uploaded = `killed ${++version}`;
        const answered = upload(shop, inventoryOf(uploaded, PRODUCTS));
        await moment(milliseconds);
        await shop.stop('SIGKILL');
        await letGo();
        const answer = await answered;
        await shop.restart();
        expect(possibleVersions(answer, old!, uploaded)).toContainEqual(await versionsInShop());
        return answer;
      };
      const cause = async () => {
        // Once it certainly has not ended, and then at moments of which nobody knows.
        const interrupted = await killAfter(Math.min(uploadMs / 2, 1000), await running.holdWrites());
        expect(interrupted.failure).not.toBeNull();
        for (const part of [0.5, 0.8]) await killAfter(uploadMs * part);
        return Date.now();
      };
      const name = `shop killed during an upload [${engine}]`;
      expect(await problemsAfterFault({ name, ...running, mayBreak: true, cause })).toEqual([]);
    });

    /** Checks what must hold after an upload that calls `stop` at some moment, which sends SIGTERM to the shop. */
    const expectAnsweredUpload = async (uploaded: string, begin: (stop: () => void) => Promise<Answer>) => {
      const [old] = await versionsInShop();
      let stopped: Promise<void> | undefined;
      const answer = await begin(() => {
        stopped = shop.stop('SIGTERM');
      });
      await stopped;
      const ended = shop.ended();
      await shop.restart();
      const { status, failure, retryAfter } = answer;
      expect(failure).toBeNull();
      expect([200, 503]).toContain(status);
      if (status === 503) expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
      expect(ended).toBe('code 0');
      expect(possibleVersions(answer, old!, uploaded)).toContainEqual(await versionsInShop());
      expect(await problemsOfCheck(shop)).toEqual([]);
    };

    for (const part of [0.1, 0.5, 0.9]) {
      test(`an upload that is ${part * 100} % done gets its answer when the shop is asked to stop`, async () => {
        const uploaded = `stopped ${++version}`;
        await expectAnsweredUpload(uploaded, async (stop) => {
          const answered = upload(shop, inventoryOf(uploaded, PRODUCTS));
          await moment(uploadMs * part);
          stop();
          return answered;
        });
      });
    }

    test('an upload whose file is still arriving gets its answer when the shop is asked to stop', async () => {
      const uploaded = `arriving ${++version}`;
      const isStopping = async () => (await call(`${shop.url}/healthz`)).status !== 200;
      await expectAnsweredUpload(uploaded, (stop) =>
        uploadInHalves(shop, inventoryOf(uploaded, PRODUCTS), async () => {
          stop();
          // A shop that waits for the upload may go on serving until then.
          await waitUntil(isStopping, { timeout: 2_000 }).catch(() => {});
        }),
      );
    });
  });
}

/** Uploads a file in two halves. `between` is called when the shop has begun to read the first one. */
const uploadInHalves = async (
  shop: FaultShop,
  products: readonly FileProduct[],
  between: () => Promise<void>,
): Promise<Answer> => {
  const form = new Response(inventoryForm(products));
  const bytes = Buffer.from(await form.arrayBuffer());
  const started = performance.now();
  const sending = request(`${shop.url}/api/admin/inventory/replace-inventory`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${shop.adminToken}`,
      'content-type': form.headers.get('content-type') ?? '',
      'content-length': bytes.length,
      expect: '100-continue',
    },
  });
  const broken = (error: Error): Answer => ({
    status: 0,
    body: {},
    code: null,
    retryAfter: null,
    milliseconds: performance.now() - started,
    failure: error.message,
  });
  const answered = once(sending, 'response').then(async ([response]: IncomingMessage[]): Promise<Answer> => {
    const body = (await json(response!)) as Record<string, unknown>;
    return {
      status: response!.statusCode ?? 0,
      body,
      code: typeof body.code === 'string' ? body.code : null,
      retryAfter: response!.headers['retry-after'] ?? null,
      milliseconds: performance.now() - started,
      failure: null,
    };
  });
  const answer = answered.catch(broken);
  sending.flushHeaders();
  await Promise.race([once(sending, 'continue'), answer]);
  sending.write(bytes.subarray(0, bytes.length / 2));
  await between();
  sending.end(bytes.subarray(bytes.length / 2));
  return answer;
};
