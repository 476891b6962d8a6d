import { expect, test } from 'vitest';
import { changeSettings } from '#contract/settings.admin.ts';
import { getShop } from '#contract/settings.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin } from '../../testing/factories.ts';
import { startTestShop } from '../../testing/test-shop.ts';

bothDatabases(
  (shop) => {
    test('pages get the accent and the license of the environment', async () => {
      const { body } = await shop().call(getShop);
      expect(body).toMatchObject({ accent: 260, license: 'License C10-0000123-LIC' });
    });
  },
  { settings: { SHOP_ACCENT: '260', SHOP_LICENSE: ' License C10-0000123-LIC ' } },
);

test('a shop that sets neither has its own green and no license', async () => {
  const shop = await startTestShop({});
  expect((await shop.call(getShop)).body).toMatchObject({ accent: null, license: null });
  await shop.close();
});

test('pages get the accent and the license of the panel as soon as an owner has saved them', async () => {
  const shop = await startTestShop({});
  const changes = { SHOP_ACCENT: '0', SHOP_LICENSE: 'C10-1' };
  const owner = await buildAdmin(shop);
  expect(await owner.call(changeSettings, { body: { changes } })).toMatchObject({ status: 200 });
  expect((await shop.call(getShop)).body).toMatchObject({ accent: 0, license: 'C10-1' });
  expect(await owner.call(changeSettings, { body: { changes: { SHOP_ACCENT: '400' } } })).toMatchObject({
    status: 400,
  });
  await shop.close();
});
