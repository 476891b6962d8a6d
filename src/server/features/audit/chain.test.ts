import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/open.ts';
import { ShopDatabase } from '../../db/shop-database.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { recordAudit, SYSTEM } from './audit.queries.ts';
import { lockChain, storeChained } from './chain.queries.ts';
import { chainEntries } from './chain.service.ts';
import { chainAndCheck, readEntries, recordEntry } from './testing/entries.ts';

/** A promise that the test resolves. */
const signal = () => {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
};

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const sorted = (value: unknown): unknown =>
  value === null || typeof value !== 'object' || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .sort()
          .map(([key, member]) => [key, sorted(member)]),
      );

bothDatabases((shop, kind) => {
  /** Another process of the same shop. */
  const secondProcess = (): ShopDatabase => {
    const database = new ShopDatabase(openDatabase(shop().database.location, { connections: 3 }));
    onTestFinished(() => database.close());
    return database;
  };

  test('entries are chained in the order in which they came, and anybody can compute the hashes', async () => {
    await recordEntry(shop(), { subject: 'first', before: { b: 1, a: [{ d: 1, c: 2 }] } });
    await recordEntry(shop(), { actor: SYSTEM, subject: 'second' });
    expect((await readEntries(shop())).at(-1)).toMatchObject({ seq: null, hash: null });
    expect(await chainEntries(shop().database)).toBeGreaterThanOrEqual(2);
    expect(await chainEntries(shop().database)).toBe(0);

    let previous = '';
    for (const [index, row] of (await readEntries(shop())).entries()) {
      const entry = {
        id: row.id,
        seq: index + 1,
        at: new Date(row.at).toISOString(),
        actorId: row.actor_id,
        actorName: row.actor_name,
        role: row.role,
        kind: row.kind,
        subject: row.subject,
        before: row.before && sorted(JSON.parse(row.before)),
        after: row.after && sorted(JSON.parse(row.after)),
        address: row.address,
      };
      if (row.subject === 'first') entry.before = { a: [{ c: 2, d: 1 }], b: 1 };
      previous = sha256(previous + JSON.stringify(sorted(entry)));
      expect([row.seq, row.hash]).toEqual([index + 1, previous]);
    }
    expect((await readEntries(shop())).map(({ subject }) => subject).slice(-2)).toEqual(['first', 'second']);
  });

  test('the chain holds no name or address, only digests with a salt', async () => {
    const actor = { id: 'u1', name: 'Rosemary.B', role: 'owner', address: '198.51.100.77' } as const;
    for (const _twice of [1, 2]) await recordEntry(shop(), { actor });
    await recordEntry(shop(), { kind: 'sign_in_failed', subject: 'Rosemary.B', subjectIsPersonal: true, actor });
    const rows = await shop().database.read.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(3).execute();
    expect(JSON.stringify(rows)).not.toMatch(/Rosemary|198\.51/);
    expect(new Set(rows.map(({ actor_name }) => actor_name)).size).toBe(3);
    expect(new Set(rows.map(({ address }) => address)).size).toBe(3);
  });

  test('processes that chain at the same time neither fork the chain nor leave a gap', async () => {
    const others = [secondProcess(), secondProcess()];
    const databases = [shop().database, ...others];
    const before = (await readEntries(shop())).length;
    await Promise.all(
      databases.map(async (database) => {
        for (let round = 0; round < 20; round++) {
          const act = { actor: SYSTEM, kind: 'switch', subject: `round ${round}`, now: shop().clock() } as const;
          await Promise.all([
            database.write((tx) => recordAudit(tx, act)),
            database.write((tx) => recordAudit(tx, act)),
            chainEntries(database),
          ]);
        }
      }),
    );
    expect((await chainAndCheck(shop())).well).toBe(true);
    const seqs = (await readEntries(shop())).map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    expect(seqs.length).toBe(before + 120);
  });

  test('ten thousand waiting entries are chained, and the next one follows them', async () => {
    await shop().database.write(async (tx) => {
      for (let part = 0; part < 10; part++) {
        const rows = Array.from({ length: 1000 }, (_, index) => ({
          at: shop().clock(),
          actor_id: 'system',
          actor_name: 'system',
          role: null,
          kind: 'switch' as const,
          subject: `${part} ${index}`,
          before: null,
          after: '{"on":true}',
          address: null,
        }));
        await tx.insertInto('audit').values(rows).execute();
      }
    });
    expect(await chainEntries(shop().database)).toBeGreaterThanOrEqual(10_000);
    await recordEntry(shop());
    expect(await chainEntries(shop().database)).toBe(1);
    expect((await chainAndCheck(shop())).well).toBe(true);
  });

  test('a process that dies while it chains leaves the chain as it was', async () => {
    await recordEntry(shop());
    const [last] = (await readEntries(shop())).slice(-1);
    const died = shop().database.write(async (tx) => {
      const end = await lockChain(tx);
      const seq = end.entries + 1;
      await storeChained(tx, {
        chained: [{ id: last!.id, seq, hash: 'half' }],
        end: { entries: seq, lastHash: 'half' },
      });
      throw new Error('killed');
    });
    await expect(died).rejects.toThrow('killed');
    expect((await readEntries(shop())).at(-1)).toMatchObject({ seq: null, hash: null });
    expect((await chainAndCheck(shop())).well).toBe(true);
  });

  if (kind === 'postgres') {
    test('an entry whose transaction commits late is chained after those that were faster', async () => {
      const committed = signal();
      const recorded = signal();
      const slow = secondProcess().write(async (tx) => {
        await recordAudit(tx, { actor: SYSTEM, kind: 'switch', subject: 'late', now: shop().clock() });
        recorded.resolve();
        await committed.promise;
      });
      await recorded.promise;
      await recordEntry(shop(), { subject: 'fast' });
      expect(await chainEntries(shop().database)).toBe(1);
      committed.resolve();
      await slow;
      expect(await chainEntries(shop().database)).toBe(1);
      const [fast, late] = (await readEntries(shop())).slice(-2);
      expect([fast!.subject, late!.subject]).toEqual(['fast', 'late']);
      expect(late!.id).toBeLessThan(fast!.id);
      expect((await chainAndCheck(shop())).well).toBe(true);
    });

    test('while one process chains, another one waits for it', async () => {
      await recordEntry(shop());
      const go = signal();
      const locked = signal();
      const holding = secondProcess().write(async (tx) => {
        await lockChain(tx);
        locked.resolve();
        await go.promise;
      });
      await locked.promise;
      let done = false;
      const chaining = chainEntries(shop().database).then((count) => {
        done = true;
        return count;
      });
      await shop().database.ping();
      await shop().database.ping();
      expect(done).toBe(false);
      go.resolve();
      await holding;
      expect(await chaining).toBe(1);
    });
  }
});
