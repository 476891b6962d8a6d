import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type SqlBool, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { AUDIT_KINDS, type AuditKind } from '#domain/audit.ts';
import { containsText } from '../../db/contains-text.ts';
import { throughIds } from '../../db/id-ranges.ts';
import { AbandonedError } from '../../lib/concurrency.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildOrder } from '../../testing/buyers.ts';
import { buildMember, updateUserRow } from '../../testing/factories.ts';
import { actorOf, recordAudit, SYSTEM, visitorAt } from './audit.queries.ts';
import { type AuditFilter, findEntries } from './audit-list.queries.ts';

/** Words that no entry has. The address is not searched. */
const UNKNOWN = ['%', '203.0.113', 'nobody at all'];

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

bothDatabases((shop) => {
  const db = () => shop().database.read;
  let words: string[] = [];
  let actors: string[] = [];

  beforeAll(async () => {
    const people = await Promise.all(
      ['Juniper', 'Wren', 'Sorrel', 'Tansy'].map((name) =>
        buildMember(shop(), { username: `${name}.${randomUUID().slice(0, 4)}` }),
      ),
    );
    const [juniper, , , deleted] = people;
    await updateUserRow(shop(), deleted!.id, { username: 'deleted-1234', deleted_at: 1 });
    const { receipt } = await buildOrder(shop());
    words = ['Juniper', 'WREN', 'deleted-1', receipt.id, `#${receipt.number}`, `${receipt.number}`, 'sign in failed'];
    words.push('gate', 'file_1', '_', 'system', 'invented', juniper!.id.slice(0, 8), ...UNKNOWN);
    actors = ['system', 'visitor', 'nobody', ...people.map(({ id }) => id)];
    const someone = [
      SYSTEM,
      visitorAt('203.0.113.7'),
      ...people.map((user) => actorOf({ ...user, userId: user.id, address: '203.0.113.8' })),
    ];
    const subjects = [null, 'file_1', 'file 1', receipt.id, ...people.map(({ id }) => id)];
    const pick = <Value>(list: readonly Value[], place: number): Value => list[place % list.length]!;
    await shop().database.write(async (tx) => {
      for (let n = 0; n < 400; n++) {
        const isTyped = n % 7 === 0;
        const kind = isTyped ? 'sign_in_failed' : pick(AUDIT_KINDS, n * 5);
        const subject = isTyped ? `Invented ${n % 3}` : pick(subjects, n * 3);
        await recordAudit(tx, { actor: pick(someone, n), kind, subject, subjectIsPersonal: isTyped, now: n });
      }
      // A transaction that failed leaves a gap in the ids.
      await tx.deleteFrom('audit_texts').where('entry_id', 'in', [90, 91, 92, 93, 94, 95]).execute();
      await tx.deleteFrom('audit').where('id', 'in', [90, 91, 92, 93, 94, 95]).execute();
    });
  });

  /** All ids that fit, newest first, by one statement that looks through everything. */
  const plain = async ({ q = '', kind, actors: of }: AuditFilter): Promise<number[]> => {
    const text = q.trim();
    const named = db()
      .selectFrom('users')
      .select('users.id')
      .where(containsText(db(), 'users.username', text));
    const typed = db()
      .selectFrom('audit_texts')
      .select('audit_texts.entry_id')
      .where((where) => where.or(['actor_name', 'subject'].map((column) => containsText(db(), column, text))));
    const number = Number(/^#?(\d{1,15})$/.exec(text)?.[1] ?? 0);
    const receipts = db().selectFrom('receipts').select('receipts.id').where('receipts.number', '=', number);
    const contains = sql<SqlBool>`(
      ${containsText(db(), 'audit.kind', text.replaceAll(' ', '_'))} or ${containsText(db(), 'audit.subject', text)}
      or (audit.role is null and ${containsText(db(), 'audit.actor_name', text)})
      or audit.actor_id in ${named} or audit.subject in ${named} or audit.subject in ${receipts}
      or audit.id in ${typed})`;
    const rows = await db()
      .selectFrom('audit')
      .select('id')
      .$if(kind !== undefined, (query) => query.where('kind', 'in', kind!))
      .$if(of !== undefined, (query) => query.where('actor_id', 'in', of!))
      .$if(text !== '', (query) => query.where(contains))
      .orderBy('id', 'desc')
      .execute();
    return rows.map(({ id }) => id);
  };

  test('a search in ranges finds what one statement finds, page by page', async () => {
    const some = <Value>(values: () => readonly Value[]) =>
      fc
        .option(fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), { nil: undefined })
        .map((places) => places?.map((place) => values()[place % values().length]!));
    const filters = fc.record({
      q: fc
        .option(fc.nat(), { nil: undefined })
        .map((place) => (place === undefined ? undefined : words[place % words.length])),
      kind: some<AuditKind>(() => AUDIT_KINDS),
      actors: some(() => actors),
    });
    const options = fc.record({ limit: fc.integer({ min: 1, max: 60 }), idsAtOnce: fc.integer({ min: 3, max: 500 }) });
    let found = 0;
    await fc.assert(
      fc.asyncProperty(filters, options, async (filter, { limit, idsAtOnce }) => {
        const expected = await plain(filter);
        found += expected.length;
        const ids: number[] = [];
        for (
          let before: number | null = null;
          ids.length < Math.min(expected.length, 3 * limit);
          before = ids.at(-1)!
        ) {
          const { rows, total } = await findEntries(db(), filter, { before, limit, idsAtOnce });
          expect(total).toBe(expected.length);
          expect(rows.length).toBeGreaterThan(0);
          ids.push(...rows.map(({ id }) => id));
        }
        expect(ids).toEqual(expected.slice(0, ids.length));
      }),
      { numRuns: 60 },
    );
    expect(found).toBeGreaterThan(300);
    for (const q of words) expect((await plain({ q })).length > 0, q).toBe(!UNKNOWN.includes(q));
  });

  test('a deleted account has no name in the list, but its entries are found by what it is called now', async () => {
    const { rows } = await findEntries(db(), { q: 'deleted-1' }, { before: null, limit: 500 });
    expect(rows.length).toBeGreaterThan(10);
    const deleted = await db().selectFrom('users').select('id').where('deleted_at', 'is not', null).execute();
    const about = rows.filter(({ subject }) => deleted.some(({ id }) => id === subject));
    expect(about.length).toBeGreaterThan(0);
    expect(about.every(({ subject_name }) => subject_name === null)).toBe(true);
  });

  test('other calls run between any two ranges, also of two searches at once', async () => {
    const order: string[] = [];
    const search = (name: string) =>
      throughIds(db(), { table: 'audit', idsAtOnce: 20 }, async () => {
        order.push(name);
      });
    let isOver = false;
    const others = (async () => {
      for (; !isOver; await nextTurn()) order.push('other');
    })();
    await Promise.all([search('one'), search('two')]);
    isOver = true;
    await others;
    const ranges = order.filter((each) => each !== 'other');
    expect(ranges.filter((each) => each === 'one').length).toBeGreaterThan(15);
    expect(ranges.filter((each) => each === 'two').length).toBeGreaterThan(15);
    expect(order.findIndex((each, place) => each !== 'other' && (order[place + 1] ?? 'other') !== 'other')).toBe(-1);
  });

  test('a search of somebody who has left ends, and the next one has its turn', async () => {
    const left = new AbortController();
    let ranges = 0;
    const search = throughIds(db(), { table: 'audit', left: left.signal, idsAtOnce: 20 }, async () => {
      if (++ranges === 3) left.abort();
    });
    await expect(search).rejects.toThrow(AbandonedError);
    expect(ranges).toBe(3);
    const page = { before: null, limit: 1, left: left.signal };
    await expect(findEntries(db(), { q: 'gate' }, page)).rejects.toThrow(AbandonedError);
    const { rows } = await findEntries(db(), { q: 'gate' }, { before: null, limit: 1 });
    expect(rows).toHaveLength(1);
  });
});
