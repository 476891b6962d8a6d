import { expect, test } from 'vitest';
import { getCart } from '#contract/cart.ts';
import { changeSettings, getSettings } from '#contract/settings.admin.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer } from '../../testing/buyers.ts';
import { buildAdmin, buildItem } from '../../testing/factories.ts';

const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const LTC = 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1';

/** Typed texts, and the sentence about each. */
const REFUSED: readonly (readonly [name: string, text: string, words: RegExp])[] = [
  ['BTC_ADDRESS', BTC.replace('y0c5', 'y0c6'), /is not usable: it .*Bitcoin address/],
  ['BTC_ADDRESS', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', /is not usable: it .*Bitcoin address/],
  ['BTC_ADDRESS', LTC, /is not usable: it .*Bitcoin address/],
  ['LTC_ADDRESS', LTC.replace('XMs1', 'XMs2'), /is not usable: it .*Litecoin address/],
  ['TELEGRAM_SELLER', 'the seller', /is not usable: it must be a Telegram user name/],
  ['TELEGRAM_SELLER', 'https://t.me/+invite', /is not usable: it must be a Telegram user name/],
  ['SHOP_ACCENT', '400', /is not usable: it must be at most 359/],
  ['SHOP_ACCENT', '-1', /is not usable: it must be at least 0/],
  ['PURCHASE_LIMITS', 'flower=28g/1d?2pcs', /has a mistake in rule 1, character 16 \("pcs"\): the unit must be g/],
  ['PURCHASE_LIMITS', 'flower=28g/1d; flower=0g/1d', /has a mistake in rule 2, .*: an amount must be above 0/],
  ['INVENTORY_FEED_URL', 'http://feed.example/menu.json', /must begin with https:\/\//],
  ['INVENTORY_FEED_URL', 'file:///etc/passwd', /must begin with https:\/\//],
  ['INVENTORY_FEED_URL', 'https://localhost/menu.json', /must be a public address/],
  ['INVENTORY_FEED_URL', 'https://shop.localhost/menu.json', /must be a public address/],
  ['INVENTORY_FEED_URL', 'https://127.0.0.1/menu.json', /must be a public address/],
  ['INVENTORY_FEED_URL', 'https://2130706433/menu.json', /must be a public address/],
  ['INVENTORY_FEED_URL', 'https://[::ffff:10.0.0.1]/menu.json', /must be a public address/],
  ['RATE_URL', 'https://169.254.169.254/latest/meta-data', /must be a public address/],
  ['ORDER_WEBHOOK_URL', 'https://192.168.1.1/', /must be a public address/],
  ['IMAGE_ORIGIN', 'https://[fd00::1]/', /must be a public address/],
  ['TELEGRAM_GROUP_URL', 'javascript:alert(1)', /must be an address beginning with/],
  ['SHOP_NAME', 'x'.repeat(61), /is not usable: it is too long/],
  ['SHOP_LICENSE', 'x'.repeat(121), /is not usable: it is too long/],
  ['TIME_ZONE', 'America/Boulder', /must be a time zone/],
  ['SHIPPING_STANDARD', '15.001', /at most two decimals/],
];

bothDatabases((shop) => {
  test.each(REFUSED)('%s=%s is refused with a sentence, and nothing else changes', async (name, text, words) => {
    const owner = await buildAdmin(shop());
    const changes = { [name]: text, LOW_STOCK: '7' };
    const { status, body } = await owner.call(changeSettings, { body: { changes } });
    expect([status, body.code]).toEqual([400, 'invalid_setting']);
    expect(body.errors).toEqual([expect.stringMatching(words)]);
    expect(body.errors![0]).toContain(name);
    const { settings } = (await owner.call(getSettings)).body;
    expect(settings.find((setting) => setting.name === 'LOW_STOCK')).toMatchObject({ value: '5', source: 'default' });
  });

  test('texts that are none, and changes that are none, are refused', async () => {
    const owner = await buildAdmin(shop());
    for (const changes of [{ LOW_STOCK: 7 }, { LOW_STOCK: ['7'] }, 'LOW_STOCK=7', null, undefined]) {
      const refused = await owner.call(changeSettings, { body: { changes } as never });
      expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
    expect(await owner.call(changeSettings, { body: { changes: {} } })).toMatchObject({ status: 200 });
  });

  test('of limits that contradict each other all hold, so that the lowest counts', async () => {
    const owner = await buildAdmin(shop());
    const changes = { PURCHASE_LIMITS: 'any=5pcs/1d; any=2pcs/1d; any=9pcs/1h' };
    expect(await owner.call(changeSettings, { body: { changes } })).toMatchObject({ status: 200 });
    const buyer = await buildBuyer(shop());
    await buyer.add((await buildItem(shop())).id, 3);
    const { limits } = (await buyer.call(getCart)).body;
    expect(limits.map(({ max, inCart }) => [max, inCart])).toEqual([
      [5, 3],
      [2, 3],
      [9, 3],
    ]);
    expect(await buyer.confirm()).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
    await owner.call(changeSettings, { body: { changes: { PURCHASE_LIMITS: null } } });
  });
});
