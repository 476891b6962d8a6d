import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { LEDGER_SORTS } from '#contract/points.admin.ts';
import { POINTS_KINDS } from '#domain/points.ts';
import { isInRange } from '../../db/id-ranges.ts';
import type { Position } from '../../db/list-order.ts';
import { AbandonedError } from '../../lib/concurrency.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { cases } from '../../testing/cases.ts';
import { buildMember } from '../../testing/factories.ts';
import { otherWorkDuring } from '../../testing/other-work.ts';
import { insertRow } from '../../testing/rows.ts';
import { findEntries } from './ledger-search.queries.ts';
import { positionOf } from './ledger-sorts.queries.ts';
import { type LedgerFilter, listEntries, sumEntries } from './points.queries.ts';

vi.setConfig({ hookTimeout: 60_000 });

const ENTRIES = 150;
/** The first one is in no entry. */
const WORDS = ['nothing at all', '%', 'juniper', 'SORREL', 'market', '100% fun', 'e'];

bothDatabases((shop) => {
  const db = () => shop().database.read;

  beforeAll(async () => {
    const people = ['Juniper', 'sorrel', 'Sorrel2', 'wren'];
    const members = await Promise.all(people.map((username) => buildMember(shop(), { username })));
    for (let n = 0; n < ENTRIES; n++) {
      await insertRow(shop(), 'points_entries', {
        user_id: members[(n * 7) % members.length]!.id,
        points: [40, -3, 20, 5, -1][n % 5]!,
        kind: POINTS_KINDS.filter((kind) => kind !== 'earned')[n % (POINTS_KINDS.length - 1)]!,
        reason: ['Market day', 'Because', '100% fun'][(n * 5) % 3]!,
      });
    }
    // A transaction that failed leaves a gap in the ids.
    await shop().database.write((tx) =>
      tx
        .deleteFrom('points_entries')
        .where(isInRange('id', { above: 60, upTo: 70 }))
        .execute(),
    );
  });

  test('a search in ranges finds what one statement finds, in every order and page by page', async () => {
    const searches = fc.record<LedgerFilter>({
      q: fc.constantFrom(undefined, ...WORDS),
      kind: fc.option(fc.constantFrom(...POINTS_KINDS), { nil: undefined, freq: 1 }),
      user: fc.constantFrom(undefined, undefined, undefined, 'juniper'),
    });
    const pages = fc.record({
      sort: fc.constantFrom(...LEDGER_SORTS),
      limit: fc.integer({ min: 1, max: 40 }),
      idsAtOnce: fc.integer({ min: 3, max: 200 }),
    });
    let found = 0;
    await fc.assert(
      fc.asyncProperty(searches, pages, async (filter, { sort, limit, idsAtOnce }) => {
        const sums = await sumEntries(db(), filter);
        let after: Position | null = null;
        for (let page = 0; page < 3; page++) {
          const searched = await findEntries(db(), filter, { sort, after, limit, idsAtOnce });
          const rows = await listEntries(db(), { ...filter, sort, after, limit });
          expect(searched).toEqual({ rows, ...sums });
          found += rows.length;
          if (rows.length < limit) break;
          after = positionOf(sort, rows.at(-1)!);
        }
      }),
      { numRuns: cases(20, 60) },
    );
    expect(found).toBeGreaterThan(300);
    for (const q of WORDS) expect((await sumEntries(db(), { q })).total > 0, q).toBe(q !== WORDS[0]);
  });

  test('other calls run while the ledger is searched', async () => {
    const page = { sort: 'points-high', after: null, limit: 5, idsAtOnce: 4 } as const;
    expect(await otherWorkDuring(() => findEntries(db(), { q: 'sorrel' }, page))).toBeGreaterThan(ENTRIES / 4 - 3);
  });

  test('a search of somebody who has left ends', async () => {
    const page = { sort: 'newest', after: null, limit: 5, left: AbortSignal.abort() } as const;
    await expect(findEntries(db(), { q: 'sorrel' }, page)).rejects.toThrow(AbandonedError);
  });
});
