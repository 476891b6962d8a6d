import { expect, test } from 'vitest';
import { getShop } from '#contract/settings.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { startTestShop } from '../../testing/test-shop.ts';

bothDatabases(
  (shop) => {
    test('pages get the accent and the license, as they are now', async () => {
      const shown = async () => (await shop().call(getShop)).body;
      expect(await shown()).toMatchObject({ accent: 260, license: 'License C10-0000123-LIC' });
      Object.assign(shop().settings, { SHOP_ACCENT: 0, SHOP_LICENSE: undefined });
      expect(await shown()).toMatchObject({ accent: 0, license: null });
    });
  },
  { settings: { SHOP_ACCENT: '260', SHOP_LICENSE: ' License C10-0000123-LIC ' } },
);

test('a shop that sets neither has its own green and no license', async () => {
  const shop = await startTestShop({});
  expect((await shop.call(getShop)).body).toMatchObject({ accent: null, license: null });
  await shop.close();
});
