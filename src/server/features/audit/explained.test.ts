import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import type { GivenInputOf } from '#contract/endpoint.ts';
import { updateAnyUser } from '#contract/users.admin.ts';
import { deleteAccount, register } from '#contract/users.ts';
import { createAdmin } from '../../cli/admin-commands.ts';
import { openDatabase } from '../../db/open.ts';
import { ShopDatabase } from '../../db/shop-database.ts';
import { deleteState } from '../../db/shop-state.ts';
import { loadDemo } from '../../start/load-demo.ts';
import { TABLE_NAMES } from '../../tables.ts';
import { buildAdmin, buildMember, MEMBER_PASSWORD, updateUserRow } from '../../testing/factories.ts';
import {
  copyReleasedDatabase,
  readSavedVersion,
  savedVersions,
  VERSION_0_1_0,
} from '../../testing/released-databases.ts';
import { type Place, prepareRestarts, type Restart } from '../../testing/restarts.ts';
import { passGate } from '../../testing/sign-in.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { backUp } from '../backup/backup.service.ts';
import { restore } from '../backup/restore.service.ts';
import { COMMAND_LINE } from './audit.queries.ts';
import { chainEntries } from './chain.service.ts';
import { checkEvidence } from './chain-check.ts';
import { explainOnce } from './explained.ts';

const ROLES = 'Every role is what the evidence says last';
const STATUSES = 'Every account is active or suspended as the evidence says last';
const WALLETS = 'Every wallet and the seller are what the evidence says last';
const NOT_YET = 'ok   Roles, suspensions and wallets are not explained yet: the next start does it';

const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const OTHER_BTC = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
const LTC = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';
const ORDER = { actor: COMMAND_LINE, now: 1 };

const folder = mkdtempSync(join(tmpdir(), 'greenroom-explained-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the evidence of these kinds, oldest first. */
const entriesOf = async ({ database }: TestShop, kinds = ['role', 'status', 'settings']) => {
  const rows = await database.read
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.subject')
    .select(['audit.actor_id', 'audit.kind', 'audit.subject', 'audit.before', 'audit.after', 'users.username'])
    .where('audit.kind', 'in', kinds as ['role'])
    .orderBy('audit.id')
    .execute();
  return rows.map(({ actor_id, kind, subject, before, after, username }) => [
    actor_id,
    kind,
    username ?? subject,
    before && JSON.parse(before),
    after && JSON.parse(after),
  ]);
};

describe.each(['sqlite', 'postgres'] as const)('[%s]', (kind) => {
  /** The lines about rules that are broken, with what is wrong. The chain itself is whole. */
  const failuresOf = async (shop: TestShop): Promise<string[]> => {
    await chainEntries(shop.database);
    const { lines, well } = await checkEvidence(shop.database, { now: shop.clock() });
    const failed = lines.slice(0, -1).filter((line) => !line.startsWith('ok '));
    expect(well).toBe(failed.length === 0);
    return failed.map((line) => line.trim());
  };
  const edit = ({ database }: TestShop, statement: string) => database.write((tx) => sql.raw(statement).execute(tx));

  describe('in a shop that has started', () => {
    let restart: Restart;
    let shop: TestShop;
    const start = async (settings: Record<string, string> = {}) => {
      restart = await prepareRestarts(kind);
      shop = await restart({ settings });
    };

    test('a first start explains the owner, wallets and seller, and no later start explains anything', async () => {
      await start({ BTC_ADDRESS: BTC });
      const expected = [
        ['system', 'role', 'admin', null, 'owner'],
        ['system', 'settings', 'BTC_ADDRESS', null, BTC],
        ['system', 'settings', 'TELEGRAM_SELLER', null, 'greenroom_seller'],
      ];
      expect(await entriesOf(shop)).toEqual(expected);
      expect(await failuresOf(shop)).toEqual([]);
      await updateUserRow(shop, (await buildMember(shop)).id, { role: 'orders' });
      shop = await restart({ settings: { BTC_ADDRESS: BTC } });
      expect(await entriesOf(shop)).toEqual(expected);
      expect((await failuresOf(shop))[0]).toBe(`FAIL ${ROLES}`);
    });

    test('a role that was changed in the database is named, with what the evidence says', async () => {
      await start();
      const [wren, clerk] = [await buildMember(shop), await buildAdmin(shop, 'inventory')];
      await edit(shop, `update users set role = 'owner' where id in ('${wren.id}', '${clerk.id}')`);
      const lines = [
        `${wren.username}: owner, in the evidence member`,
        `${clerk.username}: owner, in the evidence inventory`,
      ];
      expect(await failuresOf(shop)).toEqual([`FAIL ${ROLES}`, ...lines.sort()]);
      // Taking rights away by hand is a change too.
      await edit(shop, `update users set role = 'member' where id in ('${wren.id}', '${clerk.id}')`);
      expect(await failuresOf(shop)).toEqual([`FAIL ${ROLES}`, `${clerk.username}: member, in the evidence inventory`]);
    });

    test('a status that was changed in the database is named, also of an account that was deleted', async () => {
      await start();
      const [wren, gone] = [await buildMember(shop), await buildMember(shop)];
      await edit(shop, `update users set status = 'suspended' where id = '${wren.id}'`);
      expect(await failuresOf(shop)).toEqual([
        `FAIL ${STATUSES}`,
        `${wren.username}: suspended, in the evidence active`,
      ]);
      await edit(shop, `update users set status = 'active' where id = '${wren.id}'`);
      expect((await gone.call(deleteAccount, { body: { password: MEMBER_PASSWORD } })).status).toBe(200);
      expect(await failuresOf(shop)).toEqual([]);
      await edit(shop, `update users set deleted_at = null, username = 'back' where id = '${gone.id}'`);
      expect(await failuresOf(shop)).toEqual([`FAIL ${STATUSES}`, 'back: active, in the evidence deleted']);
    });

    test('a wallet of the last start without its entry is named', async () => {
      await start({ BTC_ADDRESS: BTC, LTC_ADDRESS: LTC });
      await edit(
        shop,
        `update shop_state set value = replace(value, '${BTC}', '${OTHER_BTC}') where key = 'settings_of_last_start'`,
      );
      expect(await failuresOf(shop)).toEqual([`FAIL ${WALLETS}`, `BTC_ADDRESS: ${OTHER_BTC}, in the evidence ${BTC}`]);
      await edit(shop, `update shop_state set value = '{}' where key = 'settings_of_last_start'`);
      expect(await failuresOf(shop)).toEqual([
        `FAIL ${WALLETS}`,
        `BTC_ADDRESS: none, in the evidence ${BTC}`,
        `LTC_ADDRESS: none, in the evidence ${LTC}`,
        'TELEGRAM_SELLER: none, in the evidence greenroom_seller',
      ]);
    });

    test('whatever people and starts change by the shop itself passes', async () => {
      await start({ BTC_ADDRESS: BTC });
      const [owner, leaving] = [await buildAdmin(shop), await buildAdmin(shop)];
      const wren = await buildMember(shop);
      const update = (id: string, body: GivenInputOf<typeof updateAnyUser>) =>
        owner.call(updateAnyUser, { params: { id }, body });
      for (const body of [
        { role: 'orders' },
        { role: 'owner' },
        { status: 'suspended' },
        { isAdmin: false },
      ] as const) {
        expect((await update(wren.id, body)).status).toBe(200);
        expect(await failuresOf(shop)).toEqual([]);
      }
      await createAdmin(shop, wren.username);
      await createAdmin(shop, 'second.admin');
      const account = { username: 'newcomer', email: 'newcomer@example.test', password: 'newcomer-password' };
      expect((await shop.call(register, { body: account, cookies: await passGate(shop) })).status).toBe(200);
      expect((await leaving.call(deleteAccount, { body: { password: MEMBER_PASSWORD } })).status).toBe(200);
      const admins = shop.database.read.selectFrom('users').select('id').where('username', '=', 'admin');
      const { id: admin } = await admins.executeTakeFirstOrThrow();
      expect((await update(admin, { role: 'member' })).status).toBe(200);
      expect(await failuresOf(shop)).toEqual([]);
      // As if SHOP_ADMIN_USERNAME were new: the next start makes the account an owner again.
      await edit(shop, "delete from shop_state where key = 'applied_admin_username'");
      const changed: Record<string, string>[] = [
        { BTC_ADDRESS: OTHER_BTC, LTC_ADDRESS: LTC },
        { TELEGRAM_SELLER: '' },
        { BTC_ADDRESS: BTC },
      ];
      for (const settings of changed) {
        shop = await restart({ settings });
        expect(await failuresOf(shop)).toEqual([]);
      }
      expect(await entriesOf(shop, ['role'])).toContainEqual(['system', 'role', 'admin', 'member', 'owner']);
      expect(await entriesOf(shop, ['settings'])).toContainEqual([
        'system',
        'settings',
        'TELEGRAM_SELLER',
        'greenroom_seller',
        null,
      ]);
    });

    test('the demo passes', async () => {
      await start({ DEMO: 'on' });
      expect(await loadDemo(shop)).toBe(true);
      expect(await failuresOf(shop)).toEqual([]);
    });

    test('a backup in whose file somebody made members owners is found after the restore, and no start explains it', async () => {
      await start();
      const wren = await buildMember(shop);
      const file = join(folder, `${kind}-edited.gz`);
      await chainEntries(shop.database);
      await backUp(shop.database, file, ORDER);
      const lines = gunzipSync(readFileSync(file)).toString().replaceAll('"role":"member"', '"role":"owner"');
      writeFileSync(file, gzipSync(lines));
      await restore(shop.database, file, ORDER);
      expect(await failuresOf(shop)).toEqual([`FAIL ${ROLES}`, `${wren.username}: owner, in the evidence member`]);
      shop = await restart();
      expect(await failuresOf(shop)).toEqual([`FAIL ${ROLES}`, `${wren.username}: owner, in the evidence member`]);
    });

    test('an account that was deleted since a backup passes after the restore', async () => {
      await start();
      const gone = await buildAdmin(shop);
      await shop.as(gone.token)(updateAnyUser, {
        params: { id: (await buildMember(shop)).id },
        body: { role: 'orders' },
      });
      const file = join(folder, `${kind}-older.gz`);
      await backUp(shop.database, file, ORDER);
      expect((await gone.call(deleteAccount, { body: { password: MEMBER_PASSWORD } })).status).toBe(200);
      await restore(shop.database, file, ORDER);
      expect(await failuresOf(shop)).toEqual([]);
    });

    test('of processes that start together one explains', async () => {
      await start();
      const owner = await buildAdmin(shop);
      await shop.database.write(async (tx) => {
        await deleteState(tx, 'explained');
        await sql`delete from audit where kind in ('role', 'settings')`.execute(tx);
      });
      await Promise.all([1, 2, 3, 4].map(() => explainOnce(shop)));
      expect((await entriesOf(shop)).sort()).toEqual(
        [
          ['system', 'role', 'admin', null, 'owner'],
          ['system', 'role', owner.username, null, 'owner'],
          ['system', 'settings', 'TELEGRAM_SELLER', null, 'greenroom_seller'],
        ].sort(),
      );
    });
  });

  /** Returns the output of `shop check` about a database that it updates before the first start. */
  const checkBeforeStart = async (place: Place): Promise<string[]> => {
    const database = new ShopDatabase(openDatabase(place));
    await database.migrate(TABLE_NAMES, async () => {});
    const { lines } = await checkEvidence(database, { now: 0 });
    await database.close();
    return lines.slice(0, -1);
  };

  test.each(['0.1.0', ...savedVersions()])('a database of version %s passes after its first start', async (version) => {
    const { savedAt: now, ...saved } = version === '0.1.0' ? VERSION_0_1_0[kind] : readSavedVersion(version, kind);
    const password = 'owner' in saved ? saved.owner.password : saved.adminPassword;
    let before: string[] = [];
    const restart = await prepareRestarts(kind, async (place) => {
      await copyReleasedDatabase(version, place);
      before = await checkBeforeStart(place);
    });
    expect(before.at(-1)).toBe(NOT_YET);
    expect(before.filter((line) => !line.startsWith('ok '))).toEqual([]);
    const settings = { SHOP_ACCESS_CODE: saved.accessCode, SHOP_ADMIN_PASSWORD: password, LTC_ADDRESS: LTC };
    const shop = await restart({ settings, now });
    expect(await failuresOf(shop)).toEqual([]);
    const panel = await shop.database.read
      .selectFrom('users')
      .select('username')
      .where('role', '!=', 'member')
      .execute();
    for (const { username } of panel) {
      expect(await entriesOf(shop, ['role'])).toContainEqual(['system', 'role', username, null, 'owner']);
    }
    expect(await entriesOf(shop, ['settings'])).toContainEqual(['system', 'settings', 'LTC_ADDRESS', null, LTC]);
    if (version === '0.1.0') {
      expect(await entriesOf(shop, ['status'])).toEqual([['system', 'status', 'sorrel', null, 'suspended']]);
    }
    const explained = await entriesOf(shop);
    expect(await entriesOf(await restart({ settings, now }))).toEqual(explained);
  });

  test('a backup of a version without the mark is explained by the next start, and the check says so before', async () => {
    const restart = await prepareRestarts(kind);
    let shop = await restart();
    const file = join(folder, `${kind}-unmarked.gz`);
    const wren = await buildMember(shop);
    await updateUserRow(shop, wren.id, { role: 'orders' });
    await shop.database.write((tx) => deleteState(tx, 'explained'));
    await chainEntries(shop.database);
    await backUp(shop.database, file, ORDER);
    await restore(shop.database, file, ORDER);
    await chainEntries(shop.database);
    const { lines, well } = await checkEvidence(shop.database, { now: shop.clock() });
    expect(well).toBe(true);
    expect(lines.at(-2)).toBe(NOT_YET);
    expect(lines.join('\n')).not.toContain(ROLES);
    shop = await restart();
    expect(await failuresOf(shop)).toEqual([]);
    expect(await entriesOf(shop, ['role'])).toContainEqual(['system', 'role', wren.username, null, 'orders']);
  });
});
