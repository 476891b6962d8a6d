import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { backUp, restore } from '../features/backup/backup.service.ts';
import { checkData } from '../features/health/data-checks.queries.ts';
import { bothDatabases } from '../testing/both-databases.ts';
import { buildItem, buildMember } from '../testing/factories.ts';
import { ACCESS_CODE, type TestShop } from '../testing/test-shop.ts';
import { createAdmin, resetPassword, setAccessCode } from './admin-commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The password at the end of what a command says. */
const passwordIn = (said: string): string => /the password ([\w-]+)/.exec(said)![1]!;
const logIn = (shop: TestShop, username: string, password: string) =>
  shop.call('POST', '/api/login', { body: { username, password } });

bothDatabases((shop) => {
  test('an administrator made on the command line signs in with the printed password', async () => {
    const said = await createAdmin(shop(), 'second.admin');
    const answer = await logIn(shop(), 'second.admin', passwordIn(said));
    expect(answer).toMatchObject({ status: 200, body: { isAdmin: true } });
    await expect(createAdmin(shop(), 'second.admin')).rejects.toThrow('is an administrator already');
    await expect(createAdmin(shop(), 'x')).rejects.toThrow('Username must be at least 3 characters');
  });

  test('an existing member is given the right and keeps the password', async () => {
    const member = await buildMember(shop());
    await createAdmin(shop(), member.username.toUpperCase());
    expect((await shop().call('GET', '/api/admin/users', { token: member.token })).status).toBe(200);
  });

  test('a password reset on the command line ends the sessions', async () => {
    const member = await buildMember(shop());
    const said = await resetPassword(shop(), member.username);
    expect((await shop().call('GET', '/api/user', { token: member.token })).status).toBe(401);
    expect((await logIn(shop(), member.username, passwordIn(said))).status).toBe(200);
    await expect(resetPassword(shop(), 'nobody.here')).rejects.toThrow('There is no user called nobody.here.');
  });

  test('an access code set on the command line is the one that opens the gate', async () => {
    await setAccessCode(shop(), 'a new code');
    const give = (password: string) => shop().call('POST', '/api/auth', { body: { password } });
    expect((await give(ACCESS_CODE)).status).toBe(401);
    expect((await give('a new code')).status).toBe(200);
  });

  test('a backup brings everything back, and what came after it is gone', async () => {
    const { database } = shop();
    const file = join(folder, `${database.engineName}.backup`);
    const member = await buildMember(shop());
    const item = await buildItem(shop(), { name: 'Before the backup' });
    await backUp(database, file);
    await database.write((tx) => tx.updateTable('items').set({ name: 'Spoiled' }).where('id', '=', item.id).execute());
    const later = await buildItem(shop(), { name: 'After the backup' });
    await restore(database, file);
    const names = await database.read.selectFrom('items').select('name').execute();
    expect(names.map(({ name }) => name)).toContain('Before the backup');
    expect(names.map(({ name }) => name)).not.toContain('After the backup');
    expect((await shop().call('GET', '/api/user', { token: member.token })).status).toBe(200);
    // Ids go on after those restored.
    expect((await buildItem(shop())).id).toBeGreaterThanOrEqual(later.id);
  });

  test('a backup cut short changes nothing when restored', async () => {
    const { database } = shop();
    const file = join(folder, `${database.engineName}-cut.backup`);
    await buildItem(shop(), { name: 'Still here' });
    await backUp(database, file);
    truncateSync(file, 300);
    await expect(restore(database, file)).rejects.toThrow(/cannot be read as a backup|is incomplete/);
    const { names } = { names: await database.read.selectFrom('items').select('name').execute() };
    expect(names.map(({ name }) => name)).toContain('Still here');
  });

  test('the check finds a balance that is not the sum of its ledger, and a reservation nobody made', async () => {
    const { database } = shop();
    expect((await checkData(database)).well).toBe(true);
    const member = await buildMember(shop());
    const item = await buildItem(shop(), { name: 'Held by nobody' });
    await database.write(async (tx) => {
      await tx.updateTable('users').set({ points_balance: 5 }).where('id', '=', member.id).execute();
      await tx.updateTable('items').set({ reserved: 2 }).where('id', '=', item.id).execute();
    });
    const { lines, well } = await checkData(database);
    expect(well).toBe(false);
    expect(lines).toContain('FAIL Every balance of points is the sum of its ledger');
    expect(lines).toContain(`     ${member.username}: balance 5, ledger 0`);
    expect(lines).toContain('     Held by nobody: reserved 2, promised 0');
  });
});
