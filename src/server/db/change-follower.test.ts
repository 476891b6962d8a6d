import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type Ids, MOST_CHANGED_IDS } from '#domain/changed-ids.ts';
import { bothDatabases } from '../testing/both-databases.ts';
import { buildItem, updateItems } from '../testing/factories.ts';
import { ChangeFollower } from './change-follower.ts';
import { readItems } from './item-batches.ts';
import type { Db, Topic } from './types.ts';

bothDatabases((shop) => {
  const touch = (topic: Topic, ids?: number[]) => shop().database.write(async (_tx, touched) => touched(topic, ids));

  /** A follower that has read everything, with the reads after that. A test can hold reads back, or make them fail. */
  const follow = async ({ every }: { every?: number } = {}) => {
    const reads: Ids[] = [];
    let outcome = async () => {};
    const follower = new ChangeFollower(shop().database, {
      topics: ['catalogue', 'inventory'],
      read: (ids) => {
        reads.push(ids?.toSorted((a, b) => a - b) ?? null);
        return outcome();
      },
      ...(every !== undefined && { eager: { every, log: shop().log, failure: 'the test could not read' } }),
    });
    onTestFinished(() => follower.close());
    await follower.update();
    expect(reads.splice(0)).toEqual([null]);
    return {
      follower,
      reads,
      /** Holds reads back. Returns how to end those that have begun since, also with a failure. */
      hold: ({ failing = false } = {}) => {
        let release = () => {};
        const held = new Promise<void>((resolve, reject) => {
          release = failing ? () => reject(new Error('no response')) : resolve;
        });
        outcome = () => held;
        return () => {
          outcome = async () => {};
          release();
        };
      },
      fail: () => {
        outcome = async () => {
          throw new Error('no response');
        };
      },
      recover: () => {
        outcome = async () => {};
      },
    };
  };

  test('what changed is read once, whatever else was committed', async () => {
    const { follower, reads } = await follow();
    await touch('catalogue', [1, 2]);
    await touch('users', [9]);
    await touch('inventory', [2, 3]);
    expect(follower.isCurrent).toBe(false);
    await Promise.all([follower.update(), follower.update()]);
    await follower.update();
    expect(reads).toEqual([[1, 2, 3]]);
    expect(follower.isCurrent).toBe(true);
  });

  test.each<[string, number[] | undefined]>([
    ['unknown', undefined],
    ['too many', Array.from({ length: MOST_CHANGED_IDS + 1 }, (_, index) => index + 1)],
  ])('everything is read if the changed ids are %s', async (_what, ids) => {
    const { follower, reads } = await follow();
    await touch('catalogue', [7]);
    await touch('catalogue', ids);
    await follower.update();
    expect(reads).toEqual([null]);
  });

  test('too many ids in many commits are everything too', async () => {
    const { follower, reads } = await follow();
    for (let first = 1; first <= MOST_CHANGED_IDS + 1; first += 100) {
      await touch(
        'catalogue',
        Array.from({ length: 100 }, (_, index) => first + index),
      );
    }
    await follower.update();
    expect(reads).toEqual([null]);
  });

  test('a change during a read is read after it, and nobody who waits for it goes on before', async () => {
    const { follower, reads, hold } = await follow();
    const release = hold();
    await touch('catalogue', [1]);
    const first = follower.update();
    await touch('catalogue', [2]);
    let isDone = false;
    const second = follower.update().then(() => {
      isDone = true;
    });
    expect(reads).toEqual([[1]]);
    release();
    await first;
    expect(isDone).toBe(false);
    await second;
    expect(reads).toEqual([[1], [2]]);
    expect(follower.isCurrent).toBe(true);
  });

  test('after a failed read the same ids are read again, with those that changed meanwhile', async () => {
    const { follower, reads, fail, recover } = await follow();
    fail();
    await touch('catalogue', [1, 2]);
    const failed = expect(follower.update()).rejects.toThrow('no response');
    await touch('catalogue', [3]);
    await failed;
    await expect(follower.update()).rejects.toThrow('no response');
    recover();
    await follower.update();
    expect(reads).toEqual([
      [1, 2],
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });

  test('after a failed read of everything, everything is read again', async () => {
    const { follower, reads, fail, recover } = await follow();
    fail();
    await touch('inventory');
    await expect(follower.update()).rejects.toThrow();
    await touch('inventory', [1]);
    recover();
    await follower.update();
    expect(reads).toEqual([null, null]);
  });

  test('whoever comes with a newer change does not fail with a read that began before it', async () => {
    const { follower, reads, hold } = await follow();
    const fail = hold({ failing: true });
    await touch('catalogue', [1]);
    const older = expect(follower.update()).rejects.toThrow('no response');
    await touch('catalogue', [2]);
    const newer = follower.update();
    fail();
    await older;
    await newer;
    expect(reads).toEqual([[1], [1, 2]]);
  });

  test('without being asked it reads nothing, unless it is eager', async () => {
    const [lazy, eager] = [await follow(), await follow({ every: 20 })];
    await touch('catalogue', [5]);
    await expect.poll(() => eager.reads).toEqual([[5]]);
    expect(lazy.reads).toEqual([]);
    await eager.follower.close();
    await touch('catalogue', [6]);
    await pause(100);
    expect(eager.reads).toEqual([[5]]);
  });

  test('an eager one tries again by itself, and is failing until it succeeds or the database reports a change', async () => {
    const { follower, reads, fail, recover } = await follow({ every: 20 });
    fail();
    await touch('catalogue', [5]);
    await expect.poll(() => follower.isFailing).toBe(true);
    await touch('catalogue', [6]);
    expect(follower.isFailing).toBe(false);
    await expect.poll(() => follower.isFailing).toBe(true);
    recover();
    await expect.poll(() => follower.isCurrent).toBe(true);
    expect(follower.isFailing).toBe(false);
    expect(reads.at(-1)).toEqual([5, 6]);
  });

  test('items are read by id or all together, and what was not found is known', async () => {
    const [first, second] = [await buildItem(shop(), { quantity: 1 }), await buildItem(shop(), { quantity: 2 })];
    const find = (db: Db) => db.selectFrom('items').select(['id', 'quantity']).where('is_active', '=', 1);
    const read = async (ids: Ids) => {
      const rows: { id: number; quantity: number }[] = [];
      const found = await readItems(shop().database, find, { ids, onRow: (row) => rows.push(row) });
      expect([...found]).toEqual(rows.map(({ id }) => id));
      return rows;
    };
    const both = [
      { id: first.id, quantity: 1 },
      { id: second.id, quantity: 2 },
    ];
    expect(await read([second.id, first.id, 1_000_000])).toEqual(both);
    expect(await read(null)).toEqual(both);
    expect(await read([])).toEqual([]);
    await updateItems(shop(), [first.id], { is_active: 0 });
    expect(await read([first.id, second.id])).toEqual([both[1]]);
    expect(await read(null)).toEqual([both[1]]);
  });
});
