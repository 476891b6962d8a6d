import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '#contract/users.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, MEMBER_PASSWORD } from '../../testing/factories.ts';
import { passTime } from '../../testing/leases.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { actorOf, recordAudit, visitorAt } from './audit.queries.ts';
import { checkEvidence } from './chain-check.ts';
import { checkDaily } from './daily-check.ts';
import { chainAndCheck, readEntries, recordEntry } from './testing/entries.ts';

const FITS = 'Every entry of the evidence fits the one before it';
const ENDS = 'The evidence ends with the entry that was chained last';
const WAITS = 'Every entry of the evidence was chained within a minute';
const DIGESTS = 'Every name and address of the evidence fits its digest';
const TEXTS = 'No name or address of the evidence is missing, except for deleted accounts';
const EXPLAINED = [
  'Every role is what the evidence says last',
  'Every account is active or suspended as the evidence says last',
  'Every wallet and the seller are what the evidence says last',
];

const TABLES = ['audit', 'audit_texts', 'shop_state'] as const;
type Saved = Awaited<ReturnType<typeof save>>;

const save = ({ database }: TestShop) =>
  Promise.all(
    TABLES.map(async (table) => [table, await database.read.selectFrom(table).selectAll().execute()] as const),
  );

const bringBack = ({ database }: TestShop, saved: Saved) =>
  database.write(async (tx) => {
    await tx.deleteFrom('leases').execute();
    for (const [table, rows] of saved) {
      await tx.deleteFrom(table).execute();
      await tx
        .insertInto(table)
        .values(rows as never)
        .execute();
    }
  });

bothDatabases((startedShop) => {
  let shop: TestShop;
  /** A chain of six entries, which each test spoils and finds again. */
  let saved: Saved;
  beforeAll(async () => {
    shop = startedShop();
    const { length } = await readEntries(shop);
    for (let place = length + 1; place <= 6; place++) await recordEntry(shop, { subject: `entry ${place}` });
    expect(await chainAndCheck(shop)).toMatchObject({ well: true });
    saved = await save(shop);
  });
  afterEach(() => bringBack(shop, saved));

  const run = (statement: string) => shop.database.write((tx) => sql.raw(statement).execute(tx));
  /** The lines about rules that are broken, and what is wrong. */
  const failures = async (): Promise<string[]> => {
    const { lines, well } = await checkEvidence(shop.database, { now: shop.clock() });
    const failed = lines.filter((line, index) => !line.startsWith('ok ') && index < lines.length - 1);
    expect(well).toBe(failed.length === 0);
    return failed.map((line) => line.trim());
  };

  test('a whole chain passes, and the last line has the number of entries and the last hash', async () => {
    const { lines } = await checkEvidence(shop.database, { now: shop.clock() });
    expect(lines.slice(0, -1)).toEqual([FITS, ENDS, WAITS, DIGESTS, TEXTS, ...EXPLAINED].map((rule) => `ok   ${rule}`));
    const { hash } = (await readEntries(shop)).at(-1)!;
    expect(lines.at(-1)).toBe(`     6 entries, last hash ${hash}`);
  });

  test.each([
    ['subject', "'somebody else'"],
    ['at', 'at - 1'],
    ['at', '99999999999999999'],
    ['actor_id', "'nobody'"],
    ['role', "'member'"],
    ['kind', "'backup'"],
    ['before', '\'{"a":1}\''],
    ['after', "'not JSON'"],
    ['hash', "'0123'"],
    ['hash', 'null'],
  ])('an edited %s is named', async (column, value) => {
    await run(`update audit set "${column}" = ${value} where seq = 4`);
    const failed = await failures();
    expect(failed.slice(0, 2)).toEqual([
      `FAIL ${FITS}`,
      expect.stringMatching(/^entry 4 \(id \d+, \w+\): it is not what was chained here$/),
    ]);
  });

  test('a deleted entry is named by the one after it', async () => {
    await run('delete from audit_texts where entry_id = (select id from audit where seq = 4)');
    await run('delete from audit where seq = 4');
    expect(await failures()).toEqual([
      `FAIL ${FITS}`,
      expect.stringMatching(/^entry 5 .*: entries before it are missing$/),
    ]);
  });

  test('two entries that changed places are named', async () => {
    await run('update audit set seq = 40 where seq = 4');
    await run('update audit set seq = 4 where seq = 5');
    await run('update audit set seq = 5 where seq = 40');
    expect((await failures())[1]).toMatch(/^entry 4 /);
  });

  test('an end that was cut off is named, also after new entries', async () => {
    await run('delete from audit_texts where entry_id in (select id from audit where seq > 4)');
    await run('delete from audit where seq > 4');
    expect(await failures()).toEqual([`FAIL ${ENDS}`, expect.stringMatching(/^chained last: 6 entries, last hash /)]);
    await recordEntry(shop);
    await chainAndCheck(shop);
    expect(await failures()).toEqual([
      `FAIL ${FITS}`,
      expect.stringMatching(/^entry 7 .*entries before it are missing$/),
    ]);
  });

  test('an entry that waits for more than a minute is reported', async () => {
    await recordEntry(shop);
    shop.advance(60_000);
    expect(await failures()).toEqual([]);
    shop.advance(1);
    expect(await failures()).toEqual([`FAIL ${WAITS}`, expect.stringMatching(/^1 entry waits since \d{4}-/)]);
  });

  test.each(['actor_name', 'address'])('an edited %s that the digest does not fit is reported', async (column) => {
    await run(`update audit_texts set ${column} = 'Somebody' where entry_id = (select id from audit where seq = 4)`);
    const part = column === 'address' ? 'address' : 'name';
    expect(await failures()).toEqual([
      `FAIL ${DIGESTS}`,
      expect.stringMatching(new RegExp(`^entry 4 .*: the ${part}$`)),
    ]);
  });

  test('a removed name is reported, unless its account was deleted', async () => {
    const admin = await buildAdmin(shop);
    const asAdmin = actorOf({ userId: admin.id, username: admin.username, role: 'owner', address: '203.0.113.9' });
    await recordEntry(shop, { actor: asAdmin });
    // A failed attempt with the name of the account. Its texts go with the account too.
    const attempt = { kind: 'sign_in_failed', subject: admin.username, subjectIsPersonal: true } as const;
    await recordEntry(shop, { ...attempt, actor: visitorAt('198.51.100.1'), person: admin.id });
    expect(await chainAndCheck(shop)).toMatchObject({ well: true });
    expect((await admin.call(deleteAccount, { body: { password: MEMBER_PASSWORD } })).status).toBe(200);
    expect((await chainAndCheck(shop)).lines.filter((line) => line.startsWith('FAIL'))).toEqual([]);

    await recordEntry(shop, { ...attempt, subject: 'nobody', actor: visitorAt('198.51.100.2') });
    expect(await chainAndCheck(shop)).toMatchObject({ well: true });
    await run("delete from audit_texts where subject = 'nobody'");
    expect(await failures()).toEqual([
      `FAIL ${TEXTS}`,
      expect.stringMatching(/^entry 9 .*sign_in_failed/),
      expect.stringMatching(/^entry 12 .*sign_in_failed/),
    ]);
    await run('delete from audit_texts where entry_id = (select id from audit where seq = 4)');
    expect((await failures())[1]).toMatch(/^entry 4 /);
  });

  test('a name that was recorded while its account was deleted goes a day later', async () => {
    const admin = await buildAdmin(shop);
    await admin.call(deleteAccount, { body: { password: MEMBER_PASSWORD } });
    const actor = actorOf({ userId: admin.id, username: admin.username, role: 'owner', address: '203.0.113.9' });
    await shop.database.write((tx) => recordAudit(tx, { actor, kind: 'export', subject: 'users', now: shop.clock() }));
    const named = () =>
      shop.database.read.selectFrom('audit_texts').select('salt').where('user_id', '=', admin.id).execute();
    expect(await named()).toHaveLength(1);
    await checkDaily(shop);
    expect(await named()).toEqual([]);
    expect(await chainAndCheck(shop)).toMatchObject({ well: true });
  });

  test('the daily check runs once a day, stores its result, and finds what was edited', async () => {
    const stored = async () => {
      const row = await shop.database.read
        .selectFrom('shop_state')
        .select('value')
        .where('key', '=', 'audit_check')
        .executeTakeFirst();
      return JSON.parse(row?.value ?? 'null');
    };
    await checkDaily(shop);
    expect(await stored()).toMatchObject({ at: shop.clock(), end: { entries: 6 }, problem: null });
    await run("update audit set subject = 'edited' where seq = 2");
    await checkDaily(shop);
    expect(await stored()).toMatchObject({ problem: null });
    await passTime(shop, 86_400_000);
    await checkDaily(shop);
    expect(await stored()).toMatchObject({ problem: { seq: 2, fault: 'altered' } });
  });
});
