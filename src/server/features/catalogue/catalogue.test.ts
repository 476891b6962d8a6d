import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { catalogueVersion, getInventoryData } from '#contract/catalogue.ts';
import type { Product } from '#domain/product.ts';
import { readItemsInBatches } from '../../db/item-batches.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer } from '../../testing/buyers.ts';
import { addressOf } from '../../testing/calls.ts';
import { listen } from '../../testing/event-reader.ts';
import { buildItem, updateItems } from '../../testing/factories.ts';
import { listProducts } from '../../testing/inventory.ts';
import { passGate } from '../../testing/sign-in.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { visible } from './catalogue.queries.ts';

const readProduct = async (shop: TestShop, id: number): Promise<Product | undefined> =>
  (await listProducts(shop)).find((product) => product.id === id);

/** The address of the catalogue over a real connection. */
const catalogueAddress = async (shop: TestShop): Promise<string> =>
  `${await listen(shop)}${addressOf(getInventoryData)}`;

bothDatabases(
  (shop) => {
    test('a member sees every field of an active item, in the form of the contract', async () => {
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
      expect(await readProduct(shop(), id)).toEqual({
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
        listedAt: null,
        tiers: [],
      });
    });

    test('an item without brand and category reads "Unknown", and a doubtful label is marked', async () => {
      const { id } = await buildItem(shop(), { name: 'Aurora Flower 7G', weightLabel: 'Eighth' });
      expect(await readProduct(shop(), id)).toMatchObject({
        brand: 'Unknown',
        category: 'Unknown',
        labelDoubtful: true,
      });
    });

    test('inactive and unlisted items are not shown, but items that are sold out are', async () => {
      const hidden = await buildItem(shop(), { isActive: false });
      const gone = await buildItem(shop(), { listed: false });
      const soldOut = await buildItem(shop(), { quantity: 0 });
      const ids = (await listProducts(shop())).map(({ id }) => id);
      expect(ids).not.toContain(hidden.id);
      expect(ids).not.toContain(gone.id);
      expect(ids).toContain(soldOut.id);
    });

    test('the quantity is the number of pieces that can still be ordered, and never below 0', async () => {
      const { id } = await buildItem(shop(), { quantity: 5 });
      await updateItems(shop(), [id], { reserved: 2 });
      expect(await readProduct(shop(), id)).toMatchObject({ quantity: 3 });
      await updateItems(shop(), [id], { quantity: 1 });
      expect(await readProduct(shop(), id)).toMatchObject({ quantity: 0 });
    });

    test('a committed change is in the next response, even if many changes are made at once', async () => {
      const items = await Promise.all(Array.from({ length: 20 }, () => buildItem(shop())));
      await listProducts(shop());
      await Promise.all(
        items.map(async ({ id }, price) => {
          await updateItems(shop(), [id], { price_cents: price * 100, markup_cents: 0 });
          expect(await readProduct(shop(), id)).toMatchObject({ finalPrice: price });
        }),
      );
      await updateItems(shop(), [items[0]!.id], { is_active: 0 });
      expect(await readProduct(shop(), items[0]!.id)).toBeUndefined();
      await updateItems(shop(), [items[0]!.id], { is_active: 1 });
      expect(await readProduct(shop(), items[0]!.id)).toBeDefined();
    });

    test('a change of thousands of items makes nobody wait: the old version is served until the new one is loaded', async () => {
      const { database } = shop();
      const before = await listProducts(shop());
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
      const bulk = async () => (await listProducts(shop())).filter(({ externalId }) => externalId.startsWith('bulk-'));
      expect(await listProducts(shop())).toEqual(before);
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

    test('a sync without differences keeps bytes and ETag, and a changed price changes both', async () => {
      const { id } = await buildItem(shop());
      const first = await shop().call(getInventoryData);
      await updateItems(shop(), [id], { last_synced_at: null });
      await shop().database.write(async (_tx, touch) => touch('catalogue'));
      const same = await shop().call(getInventoryData);
      expect([same.headers.etag, same.text]).toEqual([first.headers.etag, first.text]);
      await updateItems(shop(), [id], { price_cents: 4321 });
      const changed = await shop().call(getInventoryData);
      expect(changed.headers.etag).not.toBe(first.headers.etag);
      expect(changed.text).not.toBe(first.text);
    });

    test('brotli, gzip and plain bytes are the same catalogue, each with its own ETag', async () => {
      await buildItem(shop());
      const get = (encoding: string) => shop().call(getInventoryData, { headers: { 'accept-encoding': encoding } });
      const [plain, br, gzip] = [await get('identity'), await get('gzip, deflate, br'), await get('gzip')];
      expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
      expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
      expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
      const etags = [plain, br, gzip].map(({ headers }) => headers.etag as string);
      expect(new Set(etags).size).toBe(3);
      expect(new Set(etags.map(catalogueVersion)).size).toBe(1);
      for (const { headers, bytes } of [plain, br, gzip]) {
        expect(headers).toMatchObject({
          vary: 'Accept-Encoding',
          'cache-control': 'no-cache',
          'content-type': 'application/json; charset=utf-8',
          'content-length': String(bytes.length),
          'x-content-type-options': 'nosniff',
        });
      }
    });

    test('HEAD returns the headers and no body', async () => {
      const url = await catalogueAddress(shop());
      const { headers } = await shop().call(getInventoryData);
      const head = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
      expect([head.status, head.headers.get('etag')]).toEqual([200, headers.etag]);
      expect(head.headers.get('content-length')).toBe(headers['content-length']);
      expect(await head.text()).toBe('');
    });

    test('an unchanged catalogue is a 304 without a body, whether the ETag is weak, strong or in a list', async () => {
      const accepting = { 'accept-encoding': 'br' };
      const { headers } = await shop().call(getInventoryData, { headers: accepting });
      const etag = headers.etag as string;
      for (const [ifNoneMatch, status] of [
        [etag, 304],
        [`W/${etag}`, 304],
        [`"other", W/${etag} , "more"`, 304],
        ['*', 304],
        ['"other"', 200],
        [etag.replace('.br', '.gz'), 200],
      ] as const) {
        const response = await shop().call(getInventoryData, {
          headers: { ...accepting, 'if-none-match': ifNoneMatch },
        });
        expect([ifNoneMatch, response.status]).toEqual([ifNoneMatch, status]);
        if (status === 304) expect([response.text, response.headers.etag]).toEqual(['', etag]);
      }
    });

    test('the same content is the same version after a restart', async () => {
      const before = await shop().call(getInventoryData);
      const { DATABASE_URL, IMAGE_ORIGIN } = shop().settings;
      const restarted = await startTestShop({
        databaseUrl: DATABASE_URL,
        dataDir: shop().dataDir,
        settings: { IMAGE_ORIGIN: IMAGE_ORIGIN ?? '' },
      });
      const after = await restarted.call(getInventoryData);
      await restarted.close();
      expect(after.headers.etag).toBe(before.headers.etag);
    });

    test('a change made by another process is in the catalogue of this one', async () => {
      await shop().database.watch();
      const { id } = await buildItem(shop());
      await listProducts(shop());
      const other = await startTestShop({ databaseUrl: shop().settings.DATABASE_URL, dataDir: shop().dataDir });
      await updateItems(other, [id], { price_cents: 7700, markup_cents: 0 });
      await other.close();
      await expect.poll(async () => (await readProduct(shop(), id))?.finalPrice).toBe(77);
    });

    test('readers of the catalogue do not wait for a long write', async () => {
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
      expect(await readProduct(shop(), id)).toMatchObject({ finalPrice: 15 });
      finish();
      await writing;
      expect(await readProduct(shop(), id)).toMatchObject({ finalPrice: 99 });
    });

    test('all items are read as they were at one moment, even if a sync commits in between', async () => {
      const { database } = shop();
      const stock = async (quantity: number) => {
        await database.write((tx) => tx.updateTable('items').set({ quantity }).execute());
      };
      await stock(1);
      const read: number[] = [];
      await readItemsInBatches(database, visible, {
        batchSize: 2,
        onBatch: (rows) => read.push(...rows.map(({ quantity }) => quantity)),
        pause: () => stock(2),
      });
      expect(read.length).toBeGreaterThan(5);
      expect(new Set(read)).toEqual(new Set([1]));
    });
  },
  { settings: { IMAGE_ORIGIN: 'https://pictures.example.test/' } },
);

test('without IMAGE_ORIGIN members get the addresses of pictures that the shop has, in any form, and no others', async () => {
  const shop = await startTestShop();
  const folder = join(shop.dataDir, 'pictures', 'north');
  mkdirSync(folder, { recursive: true });
  for (const name of ['glacier.jpg', 'x950-fog.jpg']) writeFileSync(join(folder, name), '');
  const images = ['north/x250-glacier.jpg', 'north/fog.jpg', 'north/other.jpg', 'glacier.jpg', 'demo/x.svg'];
  const { id } = await buildItem(shop, { images });
  const served = ['/api/proxy-image/north/x250-glacier.jpg', '/api/proxy-image/north/fog.jpg'];
  expect((await readProduct(shop, id))?.images).toEqual(served);
  const { body } = await (await buildBuyer(shop)).add(id, 1);
  expect(body.items[0]?.productImage).toBe(served[0]);
});

test('with CATALOGUE_NEEDS_GATE=on only browsers that passed the access code get the catalogue', async () => {
  const shop = await startTestShop({ settings: { CATALOGUE_NEEDS_GATE: 'on' } });
  const refused = await shop.call(getInventoryData);
  expect(refused).toMatchObject({ status: 403, body: { code: 'gate_needed', message: 'Pass the access code first.' } });
  const allowed = await shop.call(getInventoryData, { cookies: await passGate(shop) });
  expect(allowed).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-cache' } });
  await shop.close();
});

test('the 601st call within a minute from one address is refused, with the time to wait', async () => {
  const shop = await startTestShop({ settings: { RATE_LIMITS: 'on' } });
  const url = await catalogueAddress(shop);
  // Both kinds count: calls that bypass Fastify, and those with a query, which do not.
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
  const elsewhere = await shop.call(getInventoryData, { remoteAddress: '192.0.2.7' });
  expect(elsewhere.status).toBe(200);
  await shop.close();
});

test('behind a trusted proxy the limit counts the addresses that the proxy names', async () => {
  const shop = await startTestShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'on' } });
  const url = await catalogueAddress(shop);
  const from = async (address: string) => {
    const { status, body } = await fetch(url, { headers: { 'x-forwarded-for': address } });
    await body?.cancel();
    return status;
  };
  for (let call = 1; call <= 600; call++) await from('192.0.2.7');
  expect([await from('192.0.2.7'), await from('192.0.2.8')]).toEqual([429, 200]);
  await shop.close();
});

test('over a real connection the response is the same as inside, and a change is in the next one', async () => {
  const shop = await startTestShop();
  const { id } = await buildItem(shop);
  const url = await catalogueAddress(shop);
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
    const inside = await shop.call(getInventoryData, { headers: accepting });
    const outside = await fetch(url, { headers: accepting });
    expect(headersOf((name) => outside.headers.get(name))).toEqual(headersOf((name) => inside.headers[name]));
    expect(await outside.json()).toEqual({ inventory: await listProducts(shop) });
    const known = await fetch(url, { headers: { ...accepting, 'if-none-match': outside.headers.get('etag')! } });
    expect([known.status, await known.text()]).toEqual([304, '']);
  }
  for (let quantity = 0; quantity < 20; quantity++) {
    await updateItems(shop, [id], { quantity });
    expect((await (await fetch(url)).json()).inventory).toMatchObject([{ id, quantity }]);
  }
  await shop.close();
});
