import { expect, test } from 'vitest';
import { meantSetting } from '#contract/meant-setting.ts';

const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

test.each([
  ['BTC_ADDRESS', `\u200b${ADDRESS}\u00a0`, ADDRESS],
  ['BTC_ADDRESS', 'bc1q ar0s rrr7 xfkv y5l6 43ly dnw9 re59\ngtzz wf5m dq', ADDRESS],
  ['BTC_ADDRESS', `bitcoin:${ADDRESS}?amount=0.1`, ADDRESS],
  ['BTC_XPUB', ' zpub\u2060x ', 'zpubx'],
  ['SHOP_NAME', 'Cafe\u0301 \u2014 Rose\u200b', 'Caf\u00e9 \u2014 Rose'],
  ['SHOP_LICENSE', ' \u202eC10\u202c ', 'C10'],
  ['INVENTORY_FEED_URL', '\ufeffhttps://shop.example/a\u2013b ', 'https://shop.example/a\u2013b'],
  ['SHIPPING_STANDARD', '\uff11\uff12.50\u00a0', '12.50'],
  ['PURCHASE_LIMITS', 'flower\u00a0=\u00a028g/1d', 'flower = 28g/1d'],
  ['TELEGRAM_SELLER', 'https://t.me/night_leaf?start=1', 'night_leaf'],
  ['TELEGRAM_GROUP_URL', '@night', 'https://t.me/night'],
  ['ORDER_WEBHOOK_SECRET', ' \u2014secret\u2014 ', '\u2014secret\u2014'],
])('%s typed as %j means %j', (name, typed, meant) => {
  expect(meantSetting(name, typed)).toBe(meant);
});
