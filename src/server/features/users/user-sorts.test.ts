import { beforeAll, expect, test } from 'vitest';
import type { GivenQueryOf } from '#contract/endpoint.ts';
import { moveReceipt } from '#contract/receipts.admin.ts';
import { type AdminUser, listUsers, USER_SORTS, type UserSort, usersCsv } from '#contract/users.admin.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer } from '../../testing/buyers.ts';
import { readPages } from '../../testing/calls.ts';
import { buildAdmin, buildItem, type TestUser, updateUserRow } from '../../testing/factories.ts';

type Column = Exclude<UserSort, `-${string}`>;

const VALUES: Readonly<Record<Column, (user: AdminUser) => string | number | null>> = {
  username: ({ username }) => username.toLowerCase(),
  email: ({ email }) => email.toLowerCase(),
  memberType: ({ memberType }) => memberType.toLowerCase(),
  points: ({ points }) => points,
  receipts: ({ receipts }) => receipts,
  spent: ({ spent }) => Number(spent),
  lastOrderAt: ({ lastOrderAt }) => lastOrderAt,
  lastSeenAt: ({ lastSeenAt }) => lastSeenAt,
  createdAt: ({ createdAt }) => createdAt,
};

/** True if two users may follow each other: by the value, a missing one last, and of equal ones by id. */
const follows = (sort: UserSort, before: AdminUser, after: AdminUser): boolean => {
  const isDown = sort.startsWith('-');
  const read = VALUES[sort.replace('-', '') as Column];
  const [one, other] = [read(before), read(after)];
  if (one === other) return isDown ? before.id > after.id : before.id < after.id;
  if (one === null || other === null) return other === null;
  return isDown ? one > other : one < other;
};

bothDatabases((shop) => {
  let admin: TestUser;
  beforeAll(async () => {
    admin = await buildAdmin(shop());
    const { id } = await buildItem(shop(), { quantity: 500 });
    for (let index = 0; index < 12; index++) {
      const buyer = await buildBuyer(shop(), {
        username: `${index % 2 ? 'B' : 'b'}uyer${String((index * 5) % 12).padStart(2, '0')}`,
      });
      for (let order = 0; order < index % 3; order++) {
        await buyer.add(id, 1 + (index % 5));
        const { body, status } = await buyer.confirm();
        expect(status).toBe(201);
        if (order === 0) {
          await admin.call(moveReceipt, { params: { id: body.receipt.id }, body: { status: 'paid' } });
        }
      }
      await updateUserRow(shop(), buyer.id, {
        member_type: ['Gold', 'member', 'Silver'][index % 3]!,
        points_balance: 0,
        last_seen_at: index % 4 === 0 ? null : shop().clock() - (index % 5) * 1000,
      });
      shop().advance(index % 2 === 0 ? 0 : 1000);
    }
  });

  const readQuery = (query: object) => admin.call(listUsers, { query: query as GivenQueryOf<typeof listUsers> });
  const list = async (query: object) => (await readQuery(query)).body;

  test.each(USER_SORTS)('sorted by %s, the pages together are the whole list once', async (sort) => {
    for (const filter of [{ q: 'buyer' }, { status: 'active' }, {}]) {
      const whole = await list({ ...filter, sort, limit: 200 });
      expect(whole.users.length).toBe(whole.total);
      expect(whole.users.length).toBeGreaterThanOrEqual(12);
      // Databases sort other signs than letters and digits in different ways.
      for (const [index, user] of filter.q ? whole.users.slice(1).entries() : []) {
        expect(follows(sort, whole.users[index]!, user)).toBe(true);
      }
      for (const limit of [1, 5]) {
        const pages = await readPages((cursor) => list({ ...filter, sort, limit, cursor }));
        expect(pages.flatMap(({ users }) => users)).toEqual(whole.users);
      }
    }
  });

  test('the position in another order shows the first page', async () => {
    const { nextCursor } = await list({ sort: 'points', limit: 3 });
    for (const sort of USER_SORTS.filter((other) => other !== 'points')) {
      const [first, moved] = [await list({ sort, limit: 3 }), await list({ sort, limit: 3, cursor: nextCursor! })];
      expect(moved.users).toEqual(first.users);
    }
    expect(await readQuery({ sort: 'status' })).toMatchObject({ status: 400 });
  });

  test('the CSV has the same rows in the same order', async () => {
    for (const sort of USER_SORTS) {
      const { text } = await admin.call(usersCsv, { query: { sort, q: 'buyer' } });
      const ids = text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0]);
      expect(ids).toEqual((await list({ sort, q: 'buyer', limit: 200 })).users.map(({ id }) => id));
    }
  });
});
