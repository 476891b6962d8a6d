import { describe, expect, test } from 'vitest';
import { getAttention } from '#contract/attention.ts';
import { setRates } from '#contract/rates.ts';
import { changeSettings } from '#contract/settings.admin.ts';
import { getShop } from '#contract/settings.ts';
import { buildOrder } from '../../testing/buyers.ts';
import { buildAdmin } from '../../testing/factories.ts';
import { prepareRestarts } from '../../testing/restarts.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { findShopProblems } from '../alarms/shop-problems.ts';
import { checkEvidence } from '../audit/chain-check.ts';

const OURS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const THEIRS = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';

/** Changes a stored value past the shop, like a person with access to the database. */
const tamper = (shop: TestShop, value: string) =>
  shop.database.write((tx) => tx.updateTable('settings').set({ value }).where('name', '=', 'BTC_ADDRESS').execute());

const look = async (shop: TestShop) => {
  const owner = await buildAdmin(shop);
  const problems = await findShopProblems(shop, { now: shop.clock(), isStart: false });
  const evidence = await checkEvidence(shop.database, {
    now: shop.clock(),
    shown: shop.currentSettings.shownWallets,
  });
  return {
    shown: (await shop.call(getShop)).body.btcAddress,
    told: (await owner.call(getAttention)).body.items.some(({ kind }) => kind === 'wallet_unexplained'),
    alarm: problems.find(({ kind }) => kind === 'wallet_unexplained')!.problem !== null,
    named: evidence.lines.some((line) => line.includes('BTC_ADDRESS')),
  };
};

const FINE = { told: false, alarm: false, named: false };

describe.each(['sqlite', 'postgres'] as const)('on %s', (kind) => {
  test('a wallet that somebody changed in the database is shown to nobody, and everybody of the panel is told', async () => {
    const restart = await prepareRestarts(kind);
    const shop = await restart();
    await (await buildAdmin(shop)).call(changeSettings, { body: { changes: { BTC_ADDRESS: OURS } } });
    expect(await look(shop)).toEqual({ ...FINE, shown: OURS });
    await tamper(shop, THEIRS);
    const after = await restart();
    expect(await look(after)).toEqual({ shown: null, told: true, alarm: true, named: true });
    await tamper(after, OURS);
    expect(await look(await restart())).toEqual({ ...FINE, shown: OURS });
  });

  test('nobody sees such a wallet for a moment when another setting is saved, and one that is set again comes back', async () => {
    const restart = await prepareRestarts(kind);
    const shop = await restart();
    const owner = await buildAdmin(shop);
    await owner.call(changeSettings, { body: { changes: { BTC_ADDRESS: OURS } } });
    const seen: (string | undefined)[] = [];
    const stop = shop.currentSettings.onChange(() => void seen.push(shop.settings.BTC_ADDRESS));
    await tamper(shop, THEIRS);
    await owner.call(changeSettings, { body: { changes: { SHOP_NAME: 'Blue Door' } } });
    expect(await look(shop)).toEqual({ shown: null, told: true, alarm: true, named: true });
    await owner.call(changeSettings, { body: { changes: { BTC_ADDRESS: OURS } } });
    expect(await look(shop)).toEqual({ ...FINE, shown: OURS });
    stop();
    expect(seen, 'what open pages are told').toEqual([undefined, OURS]);
  });

  test('no quote is made for such a wallet', async () => {
    const restart = await prepareRestarts(kind);
    const shop = await restart();
    const owner = await buildAdmin(shop);
    const changes = { BTC_ADDRESS: OURS, LTC_ADDRESS: 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1' };
    await owner.call(changeSettings, { body: { changes } });
    await owner.call(setRates, { body: { BTC: '65000', LTC: '80' } });
    const coins = async (on: TestShop) => (await buildOrder(on)).receipt.quotes.map(({ coin }) => coin);
    expect(await coins(shop)).toEqual(['BTC', 'LTC']);
    await tamper(shop, THEIRS);
    expect(await coins(await restart())).toEqual(['LTC']);
  });

  test('a wallet of the environment is explained by the start, also one that the panel had before', async () => {
    const restart = await prepareRestarts(kind);
    const shop = await restart();
    await (await buildAdmin(shop)).call(changeSettings, { body: { changes: { BTC_ADDRESS: OURS } } });
    await buildOrder(shop);
    const given = await restart({ settings: { BTC_ADDRESS: THEIRS } });
    expect(await look(given)).toEqual({ ...FINE, shown: THEIRS });
    expect(await look(await restart({ settings: {} }))).toEqual({ ...FINE, shown: OURS });
  });
});
