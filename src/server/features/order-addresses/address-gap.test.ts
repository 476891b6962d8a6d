import { describe, expect, test } from 'vitest';
import { getAttention } from '#contract/attention.ts';
import { addPayment, undoPayment } from '#contract/payments.admin.ts';
import { getSettings } from '#contract/settings.admin.ts';
import { buildOrder } from '../../testing/buyers.ts';
import { DERIVED } from '../../testing/derived-addresses.ts';
import { buildAdmin } from '../../testing/factories.ts';
import { prepareRestarts } from '../../testing/restarts.ts';
import type { TestShop } from '../../testing/test-shop.ts';

const { BTC, LTC } = DERIVED;

describe.each(['sqlite', 'postgres'] as const)('on %s', (kind) => {
  test('over 20 unused addresses in a row need an owner, until one of their orders is paid', async () => {
    const restart = await prepareRestarts(kind);
    const shop = await restart({ settings: { BTC_XPUB: BTC.key } });
    const owner = await buildAdmin(shop);
    const clerk = await buildAdmin(shop, 'orders');
    const gap = async (user = owner) =>
      (await user.call(getAttention)).body.items.find((item) => item.kind === 'address_gap');
    const runs = async () => (await owner.call(getSettings)).body.unusedAddresses;
    const order = async (at: TestShop = shop) => (await buildOrder(at)).receipt.id;
    const pay = async (id: string) => {
      const body = { kind: 'received', dollars: '1' } as const;
      const { status } = await owner.call(addPayment, { params: { id }, body });
      expect(status).toBe(201);
    };
    expect(await runs()).toEqual([]);
    const ids: string[] = [];
    for (let count = 0; count < 20; count++) ids.push(await order());
    expect([await gap(), await runs()]).toEqual([undefined, [{ coin: 'BTC', run: 20 }]]);
    ids.push(await order());
    expect(await gap()).toMatchObject({ count: 21, link: '/admincp?tab=settings&section=payment' });
    expect(await gap(clerk)).toBeUndefined();
    expect(await runs()).toEqual([{ coin: 'BTC', run: 21 }]);
    await pay(ids[5]!);
    expect([await gap(), await runs()]).toEqual([undefined, [{ coin: 'BTC', run: 15 }]]);
    const { payments } = await shop.database.read
      .selectFrom('payments')
      .select('id as payments')
      .executeTakeFirstOrThrow();
    await owner.call(undoPayment, { params: { id: ids[5]!, paymentId: String(payments) }, body: {} });
    expect(await gap()).toMatchObject({ count: 21 });
    await pay(ids[20]!);
    expect(await gap(), 'a run before it is as long').toBeUndefined();
    expect(await runs()).toEqual([{ coin: 'BTC', run: 20 }]);
    const other = await restart({ settings: { LTC_XPUB: LTC.key } });
    await order(other);
    const again = await buildAdmin(other);
    expect((await again.call(getSettings)).body.unusedAddresses).toEqual([{ coin: 'LTC', run: 1 }]);
  });

  test('a payment uses the address of its coin alone, and one whose coin nobody named uses both', async () => {
    const restart = await prepareRestarts(kind);
    const shop = await restart({ settings: { BTC_XPUB: BTC.key, LTC_XPUB: LTC.key } });
    const owner = await buildAdmin(shop);
    const ids = [await buildOrder(shop), await buildOrder(shop), await buildOrder(shop)].map(
      ({ receipt }) => receipt.id,
    );
    const runsAfter = async (id: string, coin: string | null) => {
      const body = { kind: 'received', dollars: '1', coin } as const;
      expect((await owner.call(addPayment, { params: { id }, body })).status).toBe(201);
      return (await owner.call(getSettings)).body.unusedAddresses.map(({ coin: of, run }) => `${of} ${run}`);
    };
    expect(await runsAfter(ids[1]!, 'Cash')).toEqual(['BTC 3', 'LTC 3']);
    expect(await runsAfter(ids[1]!, 'LTC')).toEqual(['BTC 3', 'LTC 1']);
    expect(await runsAfter(ids[2]!, null)).toEqual(['BTC 2', 'LTC 1']);
    expect(await runsAfter(ids[1]!, 'BTC')).toEqual(['BTC 1', 'LTC 1']);
  });
});
