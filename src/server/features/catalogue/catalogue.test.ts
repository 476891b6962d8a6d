import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { catalogueVersion, getInventoryData } from '#contract/catalogue.ts';
import type { Product } from '#domain/product.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { listen } from '../../testing/event-reader.ts';
import { buildItem } from '../../testing/factories.ts';
import { ACCESS_CODE, startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { readAllVisible } from './catalogue.queries.ts';

const inventory = async (shop: TestShop): Promise<Product[]> => {
  const { body } = await shop.call('GET', '/api/inventory-data');
  return z.parse(getInventoryData.output!, body).inventory as Product[];
};

const findProduct = async (shop: TestShop, id: number) => (await inventory(shop)).find((product) => product.id === id);

const update = (shop: TestShop, id: number, set: Record<string, number | string | null>) =>
  shop.database.write(async (tx, touch) => {
    await tx.updateTable('items').set(set).where('id', '=', id).execute();
    touch('catalogue', [id]);
  });

bothDatabases((shop) => {
  test('a member sees every field of an active item as the specification names it', async () => {
    const { id } = await buildItem(shop(), {
      externalId: 'gl-1',
      name: 'Glacier Cart - 1g',
      brand: 'Northlight',
      category: 'Carts',
      tags: ['Formulation = Live Resin', 'Volume = 1G'],
      images: ['north/x950-glacier cart.jpg'],
      priceCents: 2450,
      markupCents: 1500,
      weightLabel: '1g Cart',
    });
    expect(await findProduct(shop(), id)).toEqual({
      id,
      externalId: 'gl-1',
      name: 'Glacier Cart - 1g',
      description: null,
      brand: 'Northlight',
      category: 'Carts',
      price: 24.5,
      finalPrice: 40,
      quantity: 10,
      images: ['/api/proxy-image/north/x950-glacier%20cart.jpg'],
      tags: ['Formulation = Live Resin', 'Volume = 1G'],
      size: '1G',
      weightLabel: '1g Cart',
      labelDoubtful: false,
      isActive: true,
      lastSynced: null,
    });
  });

  test('an item without brand and category is "Unknown", and a doubtful label is said to be', async () => {
    const { id } = await buildItem(shop(), { name: 'Aurora Flower 7G', weightLabel: 'Eighth' });
    expect(await findProduct(shop(), id)).toMatchObject({ brand: 'Unknown', category: 'Unknown', labelDoubtful: true });
  });

  test('inactive and unlisted items are not shown, sold-out ones are', async () => {
    const hidden = await buildItem(shop(), { isActive: false });
    const gone = await buildItem(shop(), { listed: false });
    const soldOut = await buildItem(shop(), { quantity: 0 });
    const ids = (await inventory(shop())).map(({ id }) => id);
    expect(ids).not.toContain(hidden.id);
    expect(ids).not.toContain(gone.id);
    expect(ids).toContain(soldOut.id);
  });

  test('the quantity is what can still be ordered, and never below 0', async () => {
    const { id } = await buildItem(shop(), { quantity: 5 });
    await update(shop(), id, { reserved: 2 });
    expect(await findProduct(shop(), id)).toMatchObject({ quantity: 3 });
    await update(shop(), id, { quantity: 1 });
    expect(await findProduct(shop(), id)).toMatchObject({ quantity: 0 });
  });

  test('a committed change is in the next answer, whatever moved and however many changes come at once', async () => {
    const items = await Promise.all(Array.from({ length: 20 }, () => buildItem(shop())));
    await inventory(shop());
    await Promise.all(
      items.map(async ({ id }, price) => {
        await update(shop(), id, { price_cents: price * 100, markup_cents: 0 });
        expect(await findProduct(shop(), id)).toMatchObject({ finalPrice: price });
      }),
    );
    await update(shop(), items[0]!.id, { is_active: 0 });
    expect(await findProduct(shop(), items[0]!.id)).toBeUndefined();
    await update(shop(), items[0]!.id, { is_active: 1 });
    expect(await findProduct(shop(), items[0]!.id)).toBeDefined();
  });

  test('a change of thousands of items keeps nobody waiting: the version before it stands until the new one is read', async () => {
    const { database } = shop();
    const before = await inventory(shop());
    await database.write(async (tx, touch) => {
      const row = await tx.selectFrom('items').selectAll().executeTakeFirstOrThrow();
      for (let chunk = 0; chunk < 5; chunk++) {
        const rows = Array.from({ length: 300 }, (_, n) => {
          const { id: _id, ...rest } = row;
          return {
            ...rest,
            external_id: `bulk-${chunk}-${n}`,
            listed: 1 as const,
            is_active: 1 as const,
            markup_cents: 0,
          };
        });
        await tx.insertInto('items').values(rows).execute();
      }
      touch('catalogue');
    });
    const bulk = async () => (await inventory(shop())).filter(({ externalId }) => externalId.startsWith('bulk-'));
    expect(await inventory(shop())).toEqual(before);
    await shop().catalogue.fresh();
    expect(await bulk()).toHaveLength(1500);
    await database.write(async (tx, touch) => {
      await tx.updateTable('items').set({ price_cents: 700 }).where('external_id', 'like', 'bulk-%').execute();
      touch('catalogue');
    });
    await shop().catalogue.fresh();
    expect(new Set((await bulk()).map(({ finalPrice }) => finalPrice))).toEqual(new Set([7]));
    await database.write(async (tx, touch) => {
      await tx.updateTable('items').set({ listed: 0 }).where('external_id', 'like', 'bulk-%').execute();
      touch('catalogue');
    });
    await shop().catalogue.fresh();
    expect(await bulk()).toEqual([]);
  });

  test('a sync without differences leaves bytes and ETag alone; a price that moved changes both', async () => {
    const { id } = await buildItem(shop());
    const first = await shop().call('GET', '/api/inventory-data');
    await update(shop(), id, { last_synced_at: null });
    await shop().database.write(async (_tx, touch) => touch('catalogue'));
    const same = await shop().call('GET', '/api/inventory-data');
    expect([same.headers.etag, same.text]).toEqual([first.headers.etag, first.text]);
    await update(shop(), id, { price_cents: 4321 });
    const moved = await shop().call('GET', '/api/inventory-data');
    expect(moved.headers.etag).not.toBe(first.headers.etag);
    expect(moved.text).not.toBe(first.text);
  });

  test('brotli, gzip and plain bytes are one catalogue, each with an ETag of its own', async () => {
    await buildItem(shop());
    const get = (encoding: string) =>
      shop().app.inject({ url: '/api/inventory-data', headers: { 'accept-encoding': encoding } });
    const [plain, br, gzip] = [await get('identity'), await get('gzip, deflate, br'), await get('gzip')];
    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
    const etags = [plain, br, gzip].map(({ headers }) => headers.etag as string);
    expect(new Set(etags).size).toBe(3);
    expect(new Set(etags.map(catalogueVersion)).size).toBe(1);
    for (const { headers, rawPayload } of [plain, br, gzip]) {
      expect(headers).toMatchObject({
        vary: 'Accept-Encoding',
        'cache-control': 'no-cache',
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(rawPayload.length),
        'x-content-type-options': 'nosniff',
      });
    }
  });

  test('HEAD tells headers and nothing more', async () => {
    const url = `${await listen(shop())}/api/inventory-data`;
    const { headers } = await shop().app.inject('/api/inventory-data');
    const head = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    expect([head.status, head.headers.get('etag')]).toEqual([200, headers.etag]);
    expect(head.headers.get('content-length')).toBe(headers['content-length']);
    expect(await head.text()).toBe('');
  });

  test('an unchanged catalogue is a 304 without a body, the ETag weak, strong or in a list', async () => {
    const accepting = { 'accept-encoding': 'br' };
    const { headers } = await shop().app.inject({ url: '/api/inventory-data', headers: accepting });
    const etag = headers.etag as string;
    for (const [ifNoneMatch, status] of [
      [etag, 304],
      [`W/${etag}`, 304],
      [`"other", W/${etag} , "more"`, 304],
      ['*', 304],
      ['"other"', 200],
      [etag.replace('.br', '.gz'), 200],
    ] as const) {
      const answer = await shop().app.inject({
        url: '/api/inventory-data',
        headers: { ...accepting, 'if-none-match': ifNoneMatch },
      });
      expect([ifNoneMatch, answer.statusCode]).toEqual([ifNoneMatch, status]);
      if (status === 304) expect([answer.payload, answer.headers.etag]).toEqual(['', etag]);
    }
  });

  test('the same content is the same version after a restart', async () => {
    const before = await shop().call('GET', '/api/inventory-data');
    const { DATABASE_URL } = shop().settings;
    const again = await startTestShop({ databaseUrl: DATABASE_URL, dataDir: shop().dataDir });
    const after = await again.call('GET', '/api/inventory-data');
    await again.close();
    expect(after.headers.etag).toBe(before.headers.etag);
  });

  test('a change made by another process shows here too', async () => {
    await shop().database.watch();
    const { id } = await buildItem(shop());
    await inventory(shop());
    const other = await startTestShop({ databaseUrl: shop().settings.DATABASE_URL, dataDir: shop().dataDir });
    await update(other, id, { price_cents: 7700, markup_cents: 0 });
    await other.close();
    await expect.poll(async () => (await findProduct(shop(), id))?.finalPrice, { timeout: 5000 }).toBe(77);
  });

  test('a long write makes no reader of the catalogue wait', async () => {
    const { database } = shop();
    const { id } = await buildItem(shop());
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const writing = database.write(async (tx, touch) => {
      await tx.updateTable('items').set({ price_cents: 9900, markup_cents: 0 }).where('id', '=', id).execute();
      touch('catalogue', [id]);
      await finished;
    });
    expect(await findProduct(shop(), id)).toMatchObject({ finalPrice: 15 });
    finish();
    await writing;
    expect(await findProduct(shop(), id)).toMatchObject({ finalPrice: 99 });
  });

  test('all items are read as they were at one moment, though a sync commits in between', async () => {
    const { database } = shop();
    const stock = async (quantity: number) => {
      await database.write((tx) => tx.updateTable('items').set({ quantity }).execute());
    };
    await stock(1);
    const read: number[] = [];
    const reader = database.openLongReader();
    await readAllVisible(reader, {
      batchSize: 2,
      onBatch: (rows) => read.push(...rows.map(({ quantity }) => quantity)),
      pause: () => stock(2),
    });
    await reader.close();
    expect(read.length).toBeGreaterThan(5);
    expect(new Set(read)).toEqual(new Set([1]));
  });
});

test('with CATALOGUE_NEEDS_GATE=on the catalogue is only for those who passed the access code', async () => {
  const shop = await startTestShop({ settings: { CATALOGUE_NEEDS_GATE: 'on' } });
  const refused = await shop.call('GET', '/api/inventory-data');
  expect(refused).toMatchObject({ status: 403, body: { code: 'gate_needed', message: 'Pass the access code first.' } });
  const { headers } = await shop.call('POST', '/api/auth', { body: { password: ACCESS_CODE } });
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(String(headers['set-cookie']))!;
  const answer = await shop.call('GET', '/api/inventory-data', { cookies: { [name!]: value! } });
  expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-cache' } });
  await shop.close();
});

test('the 601st call within a minute from one address is refused, with the time to wait', async () => {
  const shop = await startTestShop({ settings: { RATE_LIMITS: 'on' } });
  const url = `${await listen(shop)}/api/inventory-data`;
  // Both ways count: past Fastify and, with a query, through it.
  for (let call = 1; call <= 600; call++) {
    const { status, body } = await fetch(call % 2 === 0 ? url : `${url}?call=${call}`);
    await body?.cancel();
    if (status !== 200) expect([call, status]).toEqual([call, 200]);
  }
  for (const address of [url, `${url}?again`]) {
    const refused = await fetch(address);
    expect([refused.status, (await refused.json()).code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const elsewhere = await shop.app.inject({ url: '/api/inventory-data', remoteAddress: '192.0.2.7' });
  expect(elsewhere.statusCode).toBe(200);
  await shop.close();
});

test('behind a trusted proxy the limit counts the addresses that the proxy names', async () => {
  const shop = await startTestShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'on' } });
  const url = `${await listen(shop)}/api/inventory-data`;
  const from = async (address: string) => {
    const { status, body } = await fetch(url, { headers: { 'x-forwarded-for': address } });
    await body?.cancel();
    return status;
  };
  for (let call = 1; call <= 600; call++) await from('192.0.2.7');
  expect([await from('192.0.2.7'), await from('192.0.2.8')]).toEqual([429, 200]);
  await shop.close();
});

test('over a real connection the answer is the same as inside, and a change is in the next one', async () => {
  const shop = await startTestShop();
  const { id } = await buildItem(shop);
  const url = `${await listen(shop)}/api/inventory-data`;
  const kept = [
    'etag',
    'vary',
    'cache-control',
    'content-type',
    'content-encoding',
    'content-length',
    'x-content-type-options',
  ];
  const headersOf = (get: (name: string) => unknown) =>
    Object.fromEntries(kept.map((name) => [name, get(name) ?? null]));
  for (const encoding of ['identity', 'gzip', 'br']) {
    const accepting = { 'accept-encoding': encoding };
    const inside = await shop.app.inject({ url: '/api/inventory-data', headers: accepting });
    const outside = await fetch(url, { headers: accepting });
    expect(headersOf((name) => outside.headers.get(name))).toEqual(headersOf((name) => inside.headers[name]));
    expect(await outside.json()).toEqual({ inventory: await inventory(shop) });
    const known = await fetch(url, { headers: { ...accepting, 'if-none-match': outside.headers.get('etag')! } });
    expect([known.status, await known.text()]).toEqual([304, '']);
  }
  for (let quantity = 0; quantity < 20; quantity++) {
    await update(shop, id, { quantity });
    expect((await (await fetch(url)).json()).inventory).toMatchObject([{ id, quantity }]);
  }
  await shop.close();
});
