import { expect, test } from 'vitest';
import { getAdminEvents } from '#contract/events.ts';
import { createInvite } from '#contract/invites.ts';
import { changeOpening, getOpening, OPENING_STEPS, type OpeningState, type OpeningStep } from '#contract/opening.ts';
import { setPurchaseLimits } from '#contract/purchase-limits.ts';
import { changeSettings } from '#contract/settings.admin.ts';
import { setState } from '../../db/shop-state.ts';
import { buildOrder } from '../../testing/buyers.ts';
import type { BodyOf } from '../../testing/calls.ts';
import { atEveryMoment } from '../../testing/crossing.ts';
import { emptyShops } from '../../testing/empty-shops.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { buildAdmin, buildItem, buildMember, type TestUser } from '../../testing/factories.ts';
import { sendLogo } from '../../testing/pictures.ts';

const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

type Steps = Partial<Record<OpeningStep, OpeningState>>;

/** The steps that are not open. */
const begun = ({ steps }: BodyOf<typeof getOpening>): Steps =>
  Object.fromEntries(steps.filter(({ state }) => state !== 'open').map(({ step, state }) => [step, state]));

emptyShops(({ shop, owner, openProcess }) => {
  const read = async () => (await owner().call(getOpening)).body;
  const steps = async () => begun(await read());
  const change = (body: object, { call }: Pick<TestUser, 'call'> = owner()) => call(changeOpening, { body });
  const set = async (changes: Record<string, string | null>) => {
    const { status, text } = await owner().call(changeSettings, { body: { changes } });
    expect(status, text).toBe(200);
  };

  test('an empty shop is offered to open, with every step to do, in their order', async () => {
    const steps = OPENING_STEPS.map((step) => ({ step, state: 'open' }));
    expect(await read()).toEqual({ isOffered: true, steps, products: 0, door: null });
  });

  test('a setting that was saved once ticks its step, also after it returned to the default', async () => {
    const saved: [OpeningStep, string, string][] = [
      ['name', 'SHOP_ACCENT', '210'],
      ['chat', 'TELEGRAM_GROUP_URL', 'https://t.me/somewhere'],
      ['payment', 'BTC_ADDRESS', BTC],
      ['shipping', 'SHIPPING_EXPRESS', '31.50'],
      ['products', 'INVENTORY_FEED_URL', 'https://feed.example/a.json'],
      ['rules', 'MINIMUM_AGE', '18'],
    ];
    for (const [index, [step, name, value]] of saved.entries()) {
      await set({ [name]: value });
      const ticked = Object.fromEntries(saved.slice(0, index + 1).map(([each]) => [each, 'done']));
      expect(await steps(), step).toEqual(ticked);
      await set({ [name]: null });
      expect(await steps(), step).toEqual(ticked);
    }
  });

  test('a step is ticked that was saved as it was', async () => {
    await set({ SHOP_NAME: 'Greenroom', SHIPPING_STANDARD: shop().settings.SHIPPING_STANDARD.toString() });
    await owner().call(setPurchaseLimits, { body: { text: '' } });
    expect(await steps()).toEqual({ name: 'done', shipping: 'done', rules: 'done' });
  });

  test('a wallet that waits ticks its step', async () => {
    await buildOrder(shop());
    await set({ LTC_ADDRESS: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9' });
    expect(await steps()).toMatchObject({ payment: 'done' });
  });

  test('what the operator has set ticks its step, unless it is what every shop has', async () => {
    const other = await openProcess({
      SHOP_NAME: 'Greenroom',
      SHIPPING_STANDARD: `${shop().settings.SHIPPING_STANDARD}.00`,
      MEMBERS_NEED_APPROVAL: 'on',
      BTC_ADDRESS: BTC,
    });
    const { body } = await other.call(getOpening, { token: owner().token });
    expect(begun(body)).toEqual({ payment: 'done', rules: 'done' });
  });

  test('a logo ticks the name, and a product that is listed the products', async () => {
    await buildItem(shop(), { listed: false });
    expect(await steps()).toEqual({});
    await sendLogo(owner());
    expect(await steps()).toEqual({ name: 'done' });
    await buildItem(shop());
    expect(await steps()).toEqual({ name: 'done', products: 'done' });
    await buildItem(shop());
    expect((await read()).products).toBe(2);
  });

  test.each<[string, BodyOf<typeof getOpening>['door'], () => Promise<unknown>]>([
    ['the first invite', 'invite', () => owner().call(createInvite, { body: { label: 'For the harbor', uses: 3 } })],
    ['a second account', 'account', () => buildMember(shop())],
    ['an access code of the panel', 'code', () => set({ SHOP_ACCESS_CODE: 'fern-tide-lantern' })],
    ['an access code of the operator', 'code', () => openProcess({ SHOP_ACCESS_CODE: 'fern-tide-lantern' })],
    ['the operator who wants invites only', 'invite', () => openProcess({ SHOP_ACCESS_CODE: 'off' })],
  ])('%s opens the door', async (_what, door, open) => {
    expect([await steps(), (await read()).door]).toEqual([{}, null]);
    await open();
    expect([await steps(), (await read()).door]).toEqual([{ door: 'done' }, door]);
  });

  test('an owner skips a step, does it later, and then it stays done', async () => {
    const marked = async (step: OpeningStep, state: string) => begun((await change({ step, state })).body);
    expect(await marked('chat', 'skipped')).toEqual({ chat: 'skipped' });
    expect(await marked('look', 'skipped')).toEqual({ chat: 'skipped', look: 'skipped' });
    expect(await marked('look', 'done')).toEqual({ chat: 'skipped', look: 'done' });
    expect(await marked('look', 'skipped')).toEqual({ chat: 'skipped', look: 'done' });
    await set({ TELEGRAM_SELLER: 'harbor_desk' });
    expect(await steps()).toEqual({ chat: 'done', look: 'done' });
  });

  test('half a mark, an unknown step and another state are refused in words, and no mark changes nothing', async () => {
    for (const [body, message] of [
      [{ step: 'look' }, 'Name a step together with its state'],
      [{ state: 'done' }, 'Name a step together with its state'],
      [{ state: 'done', dismissed: true }, 'Name a step together with its state'],
      [{ step: 'launch', state: 'done' }, 'step must be one of the steps'],
      [{ step: 'look', state: 'open' }, 'state must be "skipped" or "done"'],
      [{ dismissed: 'yes' }, 'dismissed must be true or false'],
    ] as const) {
      expect(await change(body)).toMatchObject({ status: 400, body: { code: 'invalid_input', message } });
    }
    expect((await change({})).body).toEqual(await read());
    expect([(await read()).isOffered, await steps()]).toEqual([true, {}]);
  });

  test('it is offered until an owner dismisses it, and again when one asks for it', async () => {
    expect((await change({ dismissed: true })).body.isOffered).toBe(false);
    const other = await buildAdmin(shop());
    expect((await other.call(getOpening)).body.isOffered).toBe(false);
    await change({ step: 'look', state: 'done' });
    expect((await read()).isOffered).toBe(false);
    expect((await change({ dismissed: false }, other)).body.isOffered).toBe(true);
    expect(await steps()).toEqual({ door: 'done', look: 'done' });
  });

  test('it is not offered in a demo, nor after the first order', async () => {
    const demo = await openProcess({ DEMO: 'on' });
    expect((await demo.call(getOpening, { token: owner().token })).body.isOffered).toBe(false);
    expect((await read()).isOffered).toBe(true);
    await buildOrder(shop());
    expect((await change({ dismissed: false })).body.isOffered).toBe(false);
  });

  test('of two owners who mark something at once in two processes, none loses anything', async () => {
    const second = await openProcess();
    const clear = () => shop().database.write((tx) => setState(tx, 'opening', ''));
    const moments = await atEveryMoment(shop(), async (cross) => {
      await clear();
      await cross(
        () => change({ step: 'look', state: 'done' }),
        () =>
          second.call(changeOpening, {
            token: owner().token,
            body: { step: 'chat', state: 'skipped', dismissed: true },
          }),
      );
      expect([(await read()).isOffered, await steps()]).toEqual([false, { chat: 'skipped', look: 'done' }]);
    });
    expect(moments).toBeGreaterThan(0);
  });

  test('the panels of other owners learn of a mark by an event, and of none that says nothing new', async () => {
    const second = await openProcess();
    await second.database.watch();
    const panel = await openEvents(second, getAdminEvents, { token: owner().token });
    await panel.next('ready');
    await change({ step: 'look', state: 'done' });
    await panel.next('settings');
    await change({ step: 'look', state: 'done' });
    await change({ dismissed: false });
    await shop().database.write(async (_tx, touch) => touch('sync'));
    const since = await panel.before(({ event }) => event === 'sync');
    expect(since.filter(({ event }) => event === 'settings')).toEqual([]);
    panel.leave();
  });

  test('stored marks that nobody can read count as none', async () => {
    for (const stored of ['{', 'null', '7', '"x"', '[]', '{"look":7,"chat":null,"dismissed":"yes"}']) {
      await shop().database.write((tx) => setState(tx, 'opening', stored));
      expect([(await read()).isOffered, await steps()], stored).toEqual([true, {}]);
      expect(begun((await change({ step: 'look', state: 'done' })).body), stored).toEqual({ look: 'done' });
    }
  });
});
