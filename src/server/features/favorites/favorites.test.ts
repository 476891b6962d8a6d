import { expect, test } from 'vitest';
import { addFavorite, getFavorites, MOST_FAVORITES, removeFavorite } from '#contract/favorites.ts';
import { deleteAccount, exportData } from '#contract/users.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildItem, buildMember, MEMBER_PASSWORD, type TestUser, updateItems } from '../../testing/factories.ts';
import type { TestShop } from '../../testing/test-shop.ts';

const add = (member: TestUser, id: number | string) => member.call(addFavorite, { params: { id: `${id}` }, body: {} });
const remove = (member: TestUser, id: number) => member.call(removeFavorite, { params: { id: `${id}` } });
const idsOf = async (member: TestUser) => (await member.call(getFavorites)).body.ids;

/** Items that members see, in one statement. */
const buildItems = async (shop: TestShop, count: number): Promise<number[]> => {
  const { id } = await buildItem(shop);
  const template = await shop.database.read
    .selectFrom('items')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { id: _id, ...values } = template;
  const ids: number[] = [];
  for (let from = 0; from < count; from += 100) {
    const rows = Array.from({ length: Math.min(100, count - from) }, (_, at) => ({
      ...values,
      external_id: `${values.external_id}-${from + at}`,
    }));
    const made = await shop.database.write((tx) => tx.insertInto('items').values(rows).returning('id').execute());
    ids.push(...made.map((row) => row.id));
  }
  return ids;
};

bothDatabases((shop) => {
  test('a member has favorites of their own, the last added first', async () => {
    const [member, other] = [await buildMember(shop()), await buildMember(shop())];
    const [first, second] = [await buildItem(shop()), await buildItem(shop())];
    expect(await idsOf(member)).toEqual([]);
    expect((await add(member, first.id)).body).toEqual({ ids: [first.id] });
    expect((await add(member, second.id)).body).toEqual({ ids: [second.id, first.id] });
    expect(await idsOf(member)).toEqual([second.id, first.id]);
    expect(await idsOf(other)).toEqual([]);
    expect((await remove(member, second.id)).body).toEqual({ ids: [first.id] });
    expect(await idsOf(member)).toEqual([first.id]);
  });

  test('adding or removing a favorite twice is as good as once', async () => {
    const member = await buildMember(shop());
    const { id } = await buildItem(shop());
    for (const _ of ['first', 'second']) expect((await add(member, id)).body).toEqual({ ids: [id] });
    for (const _ of ['first', 'second']) expect((await remove(member, id)).body).toEqual({ ids: [] });
  });

  test('ten presses at once make one favorite', async () => {
    const member = await buildMember(shop());
    const { id } = await buildItem(shop());
    const responses = await Promise.all(Array.from({ length: 10 }, () => add(member, id)));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await idsOf(member)).toEqual([id]);
  });

  test('what members cannot see is no favorite, but a favorite that left the list stays one', async () => {
    const member = await buildMember(shop());
    const { id } = await buildItem(shop());
    const inactive = await buildItem(shop(), { isActive: false });
    const unlisted = await buildItem(shop(), { listed: false });
    for (const none of [inactive.id, unlisted.id, 999_999_999, 'fog']) {
      expect(await add(member, none)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    await add(member, id);
    await updateItems(shop(), [id], { listed: 0 });
    expect(await idsOf(member)).toEqual([id]);
    expect((await remove(member, id)).body).toEqual({ ids: [] });
    expect((await remove(member, 999_999_999)).status).toBe(200);
  });

  test('a member keeps five hundred favorites, also of ten that are added at once', async () => {
    const member = await buildMember(shop());
    const ids = await buildItems(shop(), 510);
    const rows = ids.slice(0, 490).map((id) => ({ user_id: member.id, item_id: id, created_at: shop().clock() }));
    await shop().database.write((tx) => tx.insertInto('favorites').values(rows).execute());
    const statuses: number[] = [];
    for (const id of ids.slice(490, 495)) statuses.push((await add(member, id)).status);
    // Ten at once for the last five places.
    const raced = await Promise.all(ids.slice(495, 505).map((id) => add(member, id)));
    expect(raced.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await idsOf(member)).toHaveLength(MOST_FAVORITES);
    for (const id of ids.slice(505)) statuses.push((await add(member, id)).status);
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(5).fill(409)]);
    const refused = await add(member, ids.at(-1)!);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'too_many_favorites', message: 'You can have 500 favorites. Please remove one first.' },
    });
    expect((await add(member, ids[0]!)).status).toBe(200);
    expect(await idsOf(member)).toHaveLength(MOST_FAVORITES);
    await remove(member, ids[0]!);
    expect((await add(member, ids.at(-1)!)).status).toBe(200);
    expect((await idsOf(member))[0]).toBe(ids.at(-1));
  });

  test("favorites are in a member's own data, and go with the account", async () => {
    const member = await buildMember(shop());
    const { id, name } = await buildItem(shop());
    await add(member, id);
    const { favorites } = (await member.call(exportData)).body as unknown as { favorites: unknown };
    expect(favorites).toEqual([{ productId: id, productName: name, createdAt: expect.any(String) }]);
    await member.call(deleteAccount, { body: { password: MEMBER_PASSWORD } });
    const left = await shop().database.read.selectFrom('favorites').select('id').where('user_id', '=', member.id);
    expect(await left.execute()).toEqual([]);
  });
});
