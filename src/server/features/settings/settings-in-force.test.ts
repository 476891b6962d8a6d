import { afterAll, describe, expect, test } from 'vitest';
import { getAttention } from '#contract/attention.ts';
import { getEvents } from '#contract/events.ts';
import { setLowStock } from '#contract/inventory.ts';
import { addItem } from '#contract/inventory-items.ts';
import { changeSettings, getSettings } from '#contract/settings.admin.ts';
import { getShop } from '#contract/settings.ts';
import { setAccessCode } from '../../cli/admin-commands.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { buildAdmin, buildItem } from '../../testing/factories.ts';
import { buildFileProduct, inventoryFile, listInventory, upload } from '../../testing/inventory.ts';
import { startLocalServer } from '../../testing/local-server.ts';
import { buildPasskey } from '../../testing/passkeys.ts';
import { buildPicture, sendPicture } from '../../testing/pictures.ts';
import { prepareRestarts } from '../../testing/restarts.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';

const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const OTHER_BTC = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';

const set = async (shop: TestShop, changes: Record<string, string | null>) => {
  const { status, text } = await (await buildAdmin(shop)).call(changeSettings, { body: { changes } });
  expect([status, text]).toEqual([200, text]);
};
const stated = async (shop: TestShop, name: string) => {
  const { settings } = (await (await buildAdmin(shop)).call(getSettings)).body;
  return settings.find((setting) => setting.name === name)!;
};

describe.each(['sqlite', 'postgres'] as const)('[%s]', (kind) => {
  test('a value of the panel that no longer fits the environment stops no start: it is not in force, and the start says why', async () => {
    const restart = await prepareRestarts(kind);
    await set(await restart({ settings: { PRIVATE_URLS: 'on' } }), { RATE_URL: 'http://10.0.0.7/rates?key=hunter22' });
    const shop = await restart();
    expect(shop.settings.RATE_URL).toBeUndefined();
    expect(await stated(shop, 'RATE_URL')).toMatchObject({ value: null, isSet: true, source: 'default' });
    const [note] = shop.prepared.notes.filter((line) => line.startsWith('Set in the panel'));
    expect(note).toMatch(/^Set in the panel: RATE_URL="http:\/\/10\.0\.0\.7\/rates\?…" is not usable: it must/);
    expect(note).not.toContain('hunter22');
    expect((await restart({ settings: { PRIVATE_URLS: 'on' } })).settings.RATE_URL).toContain('10.0.0.7');
  });

  test('the token of a feed goes only where it was set for, whoever has set the address', async () => {
    const restart = await prepareRestarts(kind);
    let shop = await restart({ settings: { INVENTORY_FEED_TOKEN: 'of the environment' } });
    await set(shop, { INVENTORY_FEED_URL: 'https://feed.example/menu.json' });
    expect(shop.settings.INVENTORY_FEED_TOKEN, 'a token of the environment, an address of the panel').toBeUndefined();
    const given = { INVENTORY_FEED_URL: 'https://given.example/menu.json' };
    shop = await restart({ settings: { ...given, INVENTORY_FEED_TOKEN: 'of the environment' } });
    expect(shop.settings.INVENTORY_FEED_TOKEN).toBe('of the environment');
    shop = await restart();
    await set(shop, { INVENTORY_FEED_TOKEN: 'of the panel' });
    expect(shop.settings.INVENTORY_FEED_TOKEN).toBe('of the panel');
    shop = await restart({ settings: given });
    expect(shop.settings.INVENTORY_FEED_TOKEN, 'the environment has another host').toBeUndefined();
    expect(await stated(shop, 'INVENTORY_FEED_TOKEN')).toMatchObject({ isSet: true, source: 'default' });
    expect(shop.prepared.notes.join('\n')).toContain('INVENTORY_FEED_TOKEN=… is not usable');
    expect((await restart()).settings.INVENTORY_FEED_TOKEN).toBe('of the panel');
  });

  test('a new threshold, markup and address of pictures hold for the next call of the inventory', async () => {
    const shop = await (await prepareRestarts(kind))();
    const owner = await buildAdmin(shop);
    const add = async (id: string) => {
      const body = { id, name: id, qty: 9, price: 20, images: [`https://pictures.example/${id}.jpg`] };
      return (await owner.call(addItem, { body })).body.item;
    };
    const before = await add('before');
    expect(before).toMatchObject({ markupDollars: 15, isLow: false, images: [] });
    await set(shop, { LOW_STOCK: '9', DEFAULT_MARKUP: '7', IMAGE_ORIGIN: 'https://pictures.example' });
    expect(await add('after')).toMatchObject({ markupDollars: 7, isLow: true, images: [expect.anything()] });
    expect((await listInventory(owner)).find(({ id }) => id === before.id)).toMatchObject({ isLow: true });
    const edited = await owner.call(setLowStock, { params: { id: before.id }, body: { lowStock: null } });
    expect(edited.body.item).toMatchObject({ isLow: true });
    expect((await sendPicture(owner, before.id)).body.item).toMatchObject({ isLow: true });
    expect((await upload(owner, inventoryFile([buildFileProduct()]))).status).toBe(200);
    expect(await listInventory(owner)).toMatchObject([{ markupDollars: 7 }]);
  });

  test('passkeys that owners required stay required, and the environment is the way back', async () => {
    const restart = await prepareRestarts(kind);
    const shop = await restart();
    const owner = await buildAdmin(shop);
    const require = () => owner.call(changeSettings, { body: { changes: { PANEL_PASSKEYS: 'required' } } });
    expect(await require(), 'in a session that was opened by password').toMatchObject({ status: 400 });
    await buildPasskey(shop, owner);
    expect(await require()).toMatchObject({ status: 200 });
    const elsewhere = await restart({ settings: { PUBLIC_URL: 'https://203.0.113.7' } });
    expect(elsewhere.settings.PANEL_PASSKEYS, 'although no passkey works there').toBe('required');
    const back = await restart({ settings: { PANEL_PASSKEYS: 'optional' } });
    expect(back.settings.PANEL_PASSKEYS).toBe('optional');
    expect(await stated(back, 'PANEL_PASSKEYS')).toMatchObject({ value: 'optional', source: 'environment' });
  });

  test('the list says who set the access code in force: the environment, the panel or nobody', async () => {
    const restart = await prepareRestarts(kind);
    const source = async (shop: TestShop) => (await stated(shop, 'SHOP_ACCESS_CODE')).source;
    expect(await source(await restart({ settings: { SHOP_ACCESS_CODE: '' } }))).toBe('default');
    const shop = await restart({ settings: { SHOP_ACCESS_CODE: 'a code of the operator' } });
    expect(await source(shop)).toBe('environment');
    await setAccessCode(shop, 'a code at the terminal');
    expect(await source(shop)).toBe('panel');
    expect(await source(await restart({ settings: { SHOP_ACCESS_CODE: 'a code of the operator' } }))).toBe('panel');
    expect(await source(await restart({ settings: { SHOP_ACCESS_CODE: 'another of the operator' } }))).toBe(
      'environment',
    );
  });
});

bothDatabases((shop) => {
  test('open pages get a changed setting as an event with the body of GET /api/shop, in every process', async () => {
    const { DATABASE_URL, DATA_DIR } = shop().settings;
    const second = await startTestShop({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR });
    await second.database.watch();
    const streams = await Promise.all([shop(), second].map((on) => openEvents(on, getEvents)));
    await set(shop(), { SHOP_NAME: 'Blue Door', MINIMUM_AGE: '25' });
    for (const [index, on] of [shop(), second].entries()) {
      const { data } = await streams[index]!.next('shop');
      expect(data).toEqual((await on.call(getShop)).body);
      expect(data).toMatchObject({ name: 'Blue Door', minimumAge: 25 });
    }
    for (const stream of streams) stream.leave();
    await second.close();
    await set(shop(), { SHOP_NAME: null, MINIMUM_AGE: null });
  });

  test('another wallet of the panel is reported as after a start', async () => {
    await set(shop(), { ORDER_WEBHOOK_URL: 'https://bot.example/' });
    await set(shop(), { BTC_ADDRESS: BTC });
    await set(shop(), { BTC_ADDRESS: OTHER_BTC });
    const { items } = (await (await buildAdmin(shop(), 'inventory')).call(getAttention)).body;
    expect(items).toContainEqual(expect.objectContaining({ kind: 'wallet_changed', count: 1 }));
    const told = await shop().database.read.selectFrom('notices').select(['event', 'payload']).execute();
    expect(told.map(({ event, payload }) => [event, JSON.parse(payload).wallets])).toEqual([
      ['settings.wallet_changed', [{ setting: 'BTC_ADDRESS', before: BTC, after: OTHER_BTC }]],
    ]);
    await set(shop(), { ORDER_WEBHOOK_URL: null });
  });
});

const origins = await Promise.all(
  [100, 200].map(async (width) => {
    const picture = await buildPicture({ width });
    return startLocalServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(picture),
    );
  }),
);
afterAll(() => Promise.all(origins.map((origin) => origin.close())));

test('another origin of pictures empties the cache of the shop', async () => {
  const shop = await startTestShop({ settings: { PRIVATE_URLS: 'on' } });
  await buildItem(shop, { images: ['one.png'] });
  const get = () => shop.request('GET', '/api/proxy-image/one.png');
  await set(shop, { IMAGE_ORIGIN: origins[0]!.url });
  const first = (await get()).headers.etag;
  expect((await get()).headers.etag).toBe(first);
  expect(origins[0]!.requests).toHaveLength(1);
  await set(shop, { IMAGE_ORIGIN: origins[1]!.url });
  await expect.poll(async () => (await get()).headers.etag).not.toBe(first);
  expect(origins[1]!.requests.length).toBeGreaterThan(0);
  await shop.close();
});
