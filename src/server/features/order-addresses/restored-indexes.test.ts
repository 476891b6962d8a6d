import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { changeSettings } from '#contract/settings.admin.ts';
import { runBackup, runRestore } from '../../cli/backup-commands.ts';
import { runNextIndex } from '../../cli/next-index.ts';
import { createTestDatabase } from '../../testing/both-databases.ts';
import { buildOrder } from '../../testing/buyers.ts';
import { DERIVED } from '../../testing/derived-addresses.ts';
import { buildAdmin } from '../../testing/factories.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { applyDueSettings } from '../settings/waiting-settings.service.ts';
import { checkAddresses } from './check-addresses.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-indexes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { BTC, LTC } = DERIVED;
const KEYS = { BTC_XPUB: BTC.key, LTC_XPUB: LTC.key };
let made = 0;

describe.each(['sqlite', 'postgres'] as const)('on %s', (kind) => {
  const startShop = async (settings: Record<string, string> = KEYS): Promise<TestShop> => {
    const server = kind === 'postgres' ? await createTestDatabase() : undefined;
    const shop = await startTestShop({ settings, databaseUrl: server?.url });
    onTestFinished(async () => {
      await shop.close();
      await server?.drop();
    });
    return shop;
  };
  const newBackup = async (shop: TestShop): Promise<string> => {
    const file = join(folder, `${kind}-${made++}.gz`);
    await runBackup(shop, file);
    return file;
  };
  const restoreInto = (shop: TestShop, file: string, nextIndex?: string) =>
    runRestore(shop, { file, yes: true, backup: true, nextIndex });
  /** Makes an order, and returns the positions of its addresses. */
  const order = async (shop: TestShop): Promise<number[]> => {
    const { receipt } = await buildOrder(shop);
    const rows = await shop.database.read
      .selectFrom('order_addresses')
      .select('position')
      .where('receipt_id', '=', receipt.id)
      .orderBy('coin')
      .execute();
    return rows.map(({ position }) => position);
  };
  const expectSound = async (shop: TestShop): Promise<void> => {
    expect(await checkData(shop.database)).toMatchObject({ well: true });
    expect(await checkAddresses(shop.database)).toMatchObject({ well: true });
  };

  test('after a restore in the same shop no address is used again, and what was given out is known', async () => {
    const shop = await startShop();
    await order(shop);
    const file = await newBackup(shop);
    for (const index of [1, 2, 3]) expect(await order(shop)).toEqual([index, index]);
    const text = await restoreInto(shop, file);
    expect(text).toContain('Bitcoin: the next order gets the address with index 4.\n');
    expect(text).toMatch(new RegExp(`Restored:\n[^:]*BTC key +${BTC.xpub}`));
    const beyond = await shop.database.read
      .selectFrom('order_addresses')
      .select(['position', 'receipt_id', 'given_at', 'skipped'])
      .where('coin', '=', 'BTC')
      .where('skipped', 'is not', null)
      .orderBy('position')
      .execute();
    const lost = { receipt_id: null, given_at: shop.clock(), skipped: 'restore' };
    expect(beyond).toEqual([1, 2, 3].map((position) => ({ position, ...lost })));
    expect(await order(shop)).toEqual([4, 4]);
    await expectSound(shop);
    const later = await newBackup(shop);
    await restoreInto(shop, file);
    expect(await order(shop), 'an older backup once more').toEqual([5, 5]);
    await restoreInto(shop, later);
    expect(await order(shop), 'a newer backup than what it replaces').toEqual([6, 6]);
    await expectSound(shop);
  });

  test('a key that came after the backup is kept', async () => {
    const shop = await startShop({ LTC_XPUB: LTC.key });
    const file = await newBackup(shop);
    expect(await order(shop)).toEqual([0]);
    await restoreInto(shop, file);
    expect(await order(shop)).toEqual([1]);
    await expectSound(shop);
  });

  test('in another database it goes on where somebody says', async () => {
    const shop = await startShop();
    for (let count = 0; count < 3; count++) await order(shop);
    const file = await newBackup(shop);
    const other = await startShop();
    for (const [said, sentence] of [
      ['BTC=2', 'The next index BTC=2 is below 3, where the backup goes on. Nothing was changed.'],
      ['BTC=5000000', /is too far above 3/],
      ['BTC', 'The next index must be such as BTC=120,LTC=15. Nothing was changed.'],
      ['DOGE=7', 'The next index must be such as BTC=120,LTC=15. Nothing was changed.'],
    ] as const)
      await expect(restoreInto(other, file, said)).rejects.toThrow(sentence);
    expect(await order(other), 'nothing was replaced').toEqual([0, 0]);
    const text = await restoreInto(other, file, 'BTC=12,LTC=40');
    expect(text).toContain('Bitcoin: the next order gets the address with index 12.\n');
    expect(text).toContain(
      'Litecoin: the next order gets the address with index 40. Your wallet needs a gap limit of 60 (docs/payments.md).',
    );
    const watched = await other.database.read
      .selectFrom('order_addresses')
      .select(({ fn }) => [fn.countAll<string>().as('count'), fn.min('position').as('first')])
      .where('coin', '=', 'BTC')
      .where('skipped', '=', 'restore')
      .where('given_at', '=', other.clock())
      .executeTakeFirstOrThrow();
    expect([Number(watched.count), watched.first], 'given out since the backup, so watched').toEqual([9, 3]);
    expect(await order(other)).toEqual([12, 40]);
    await expectSound(other);
  });

  test('if nobody knows, 1,000 are left out, and the wallet needs to look further', async () => {
    const shop = await startShop();
    expect(await order(shop)).toEqual([0, 0]);
    const file = await newBackup(shop);
    const other = await startShop();
    const text = await restoreInto(other, file, 'LTC=1');
    expect(text).toContain(
      'Bitcoin: the next order gets the address with index 1001. Your wallet needs a gap limit of 1021 (docs/payments.md).',
    );
    expect(await order(other)).toEqual([1001, 1]);
    await expectSound(other);
  });

  test('a backup of a shop without keys needs no answer, and a key that nobody has cannot go on', async () => {
    const file = await newBackup(await startShop({}));
    const other = await startShop({});
    await expect(restoreInto(other, file, 'BTC=7')).rejects.toThrow('There is no account key for Bitcoin.');
    expect(await restoreInto(other, file)).not.toContain('the next order');
    expect(await order(other)).toEqual([]);
  });

  test('a key that was used before goes on where somebody says, also while the shop runs', async () => {
    const shop = await startShop({ BTC_XPUB: BTC.key });
    expect(await order(shop)).toEqual([0]);
    for (const [said, sentence] of [
      ['BTC=0', 'The next index BTC=0 is below 1, where the shop goes on. Nothing was changed.'],
      ['BTC=200000', 'The next index BTC=200000 is too far above 1, where the shop goes on. Nothing was changed.'],
      ['BTC=9,LTC=3', 'There is no account key for Litecoin. Nothing was changed.'],
    ] as const)
      await expect(runNextIndex(shop, said)).rejects.toThrow(sentence);
    expect(await order(shop), 'nothing was left out').toEqual([1]);
    expect(await runNextIndex(shop, 'BTC=60')).toBe(
      'Bitcoin: the next order gets the address with index 60. Your wallet needs a gap limit of 80 (docs/payments.md).',
    );
    expect(await order(shop)).toEqual([60]);
    await expectSound(shop);
  });

  test('a key that waits goes on where somebody says before the first order gets an address of it', async () => {
    const shop = await startShop({});
    await order(shop);
    const body = { changes: { BTC_XPUB: BTC.key }, confirm: { BTC_XPUB: BTC.addresses[0]![0] } };
    expect((await (await buildAdmin(shop)).call(changeSettings, { body })).status).toBe(200);
    expect(await order(shop), 'it waits').toEqual([]);
    await runNextIndex(shop, 'BTC=7');
    shop.advance(24 * 3_600_000);
    await applyDueSettings(shop);
    expect(await order(shop)).toEqual([7]);
    await expectSound(shop);
  });
});
