import { expect, test } from 'vitest';
import { getShop } from '#contract/settings.ts';
import { changeSettings, getSettings, takeBackSetting } from '#contract/settings.admin.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin } from '../../testing/factories.ts';

bothDatabases((shop) => {
  test('a price of the panel is in force at once, and the list says where it comes from', async () => {
    const owner = await buildAdmin(shop());
    const before = (await owner.call(getSettings)).body.settings.find(({ name }) => name === 'SHIPPING_EXPRESS');
    expect(before).toMatchObject({ value: '25', default: '25', source: 'default', isSet: false, section: 'shipping' });
    const changed = await owner.call(changeSettings, { body: { changes: { SHIPPING_EXPRESS: '31.50' } } });
    expect(changed.status, changed.text).toBe(200);
    expect(changed.body.settings.find(({ name }) => name === 'SHIPPING_EXPRESS')).toMatchObject({
      value: '31.50',
      default: '25',
      source: 'panel',
      isSet: true,
      updatedBy: expect.any(String),
    });
    expect((await shop().call(getShop)).body.shipping.express).toBe('31.50');
    void takeBackSetting;
  });
});
