import { beforeAll, expect, test } from 'vitest';
import { endAlert, setAlert } from '#contract/alerts.ts';
import { addToCart, getCart } from '#contract/cart.ts';
import { explainProduct } from '#contract/catalogue.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { addFavorite, removeFavorite } from '#contract/favorites.ts';
import { ENDPOINTS } from '#contract/index.ts';
import { confirmOrder } from '#contract/receipts.ts';
import type { Buyer } from '../testing/buyers.ts';
import { nameOf } from '../testing/calls.ts';
import { everyCallOnBothDatabases } from '../testing/every-call/on-both-databases.ts';
import { buildAdmin, buildItem, buildMember } from '../testing/factories.ts';
import { readStoredData } from '../testing/stored-data.ts';
import { fieldsOf } from './testing/bad-calls.ts';
import { MARK, plantVictim } from './testing/watched-shop.ts';

const named = (endpoints: readonly Endpoint[]) => endpoints.map((each) => [nameOf(each), each] as const);

/** Calls of members whose id is that of a product, which everybody sees. */
const ABOUT_PRODUCTS: readonly Endpoint[] = [addFavorite, removeFavorite, setAlert, endAlert, explainProduct];

/** Fields that only the shop sets, with values that nothing else has. */
const SEIZED = {
  ...{ isAdmin: true, is_admin: 1, role: 'owner', capabilities: ['settings.write'], status: 'suspended' },
  ...{ verified: true, verifiedAt: 777_777, verified_at: 777_777, verifiedUntil: '2999-07-07' },
  ...{ points: 777_777, balance: 777_777, points_balance: 777_777, memberType: 'Seized', member_type: 'Seized' },
  ...{ id: 'seized', userId: 'seized', user_id: 'seized', number: 777_777, createdAt: '2999-07-07T00:00:00.000Z' },
  ...{ passwordHash: 'seized', password_hash: 'seized', token: 'seized', token_hash: 'seized', expiresAt: 777_777 },
  ...{ price: 0.07, priceCents: 777_777, price_cents: 777_777, unitPrice: '0.07', subtotal: '0.07', total: '0.07' },
  ...{ reserved: 777_777, listed: false, name: 'Seized', externalId: 'seized', actor: 'Seized', by: 'Seized' },
  ...{ reauthenticatedAt: 4e12, reauthenticated_at: 4e12, created_by: 'seized', kind: 'seized', receiptId: 'seized' },
};

/** A body with all of these, except the fields that the call has. Objects inside the body get them too. */
const withSeized = (body: unknown, input: Endpoint['input']): Record<string, unknown> => {
  const own = Object.keys(fieldsOf(input));
  const extra = Object.fromEntries(Object.entries(SEIZED).filter(([name]) => !own.includes(name)));
  const inner = Object.entries(body ?? {}).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...extra, ...value } : value,
  ]);
  return { ...extra, ...Object.fromEntries(inner) };
};

everyCallOnBothDatabases(
  (calls) => {
    let victim: Buyer;
    beforeAll(async () => {
      victim = await plantVictim(calls());
    });

    const usersWithMore = () =>
      calls()
        .shop.database.read.selectFrom('users')
        .select(['id', 'role', 'verified_at', 'status'])
        .where((eb) =>
          eb.or([eb('role', '!=', 'member'), eb('verified_at', 'is not', null), eb('status', '!=', 'active')]),
        )
        .orderBy('id')
        .execute();

    const deletedUsers = async () =>
      (
        await calls().shop.database.read.selectFrom('users').select('id').where('deleted_at', 'is not', null).execute()
      ).map(({ id }) => id);

    test.each(named(ABOUT_PRODUCTS))('%s changes nothing of another member', async (_name, endpoint) => {
      const call = await calls().prepare(endpoint);
      const marksOf = ({ id }: { id: string }) =>
        Promise.all(
          (['favorites', 'alerts'] as const).map((table) =>
            calls().shop.database.read.selectFrom(table).selectAll().where('user_id', '=', id).orderBy('id').execute(),
          ),
        );
      const before = await marksOf(calls().member);
      const { token } = await buildMember(calls().shop);
      expect((await calls().send({ ...call, token })).status).toBe(200);
      expect(await marksOf(calls().member)).toEqual(before);
    });

    const ofMembers = ENDPOINTS.filter(({ access, path }) => access === 'member' && path.includes(':'));
    test.each(named(ofMembers.filter((each) => !ABOUT_PRODUCTS.includes(each))))(
      '%s finds nothing of another member, not even for an owner, and leaves it as it is',
      async (_name, endpoint) => {
        const call = await calls().prepare(endpoint);
        const strangers = [await buildMember(calls().shop), await buildAdmin(calls().shop)];
        for (const { token } of strangers) {
          expect(await calls().send({ ...call, token })).toMatchObject({ status: 404, body: { code: 'not_found' } });
        }
        const { status, text } = await calls().send(call);
        expect(status, text).toBeLessThan(300);
      },
    );

    test.each(named(ENDPOINTS.filter(({ access, query }) => access === 'member' && 'cursor' in fieldsOf(query))))(
      '%s shows a member their own entries, with the cursor of somebody else too',
      async (_name, endpoint) => {
        const read = (token: string, query: object) => calls().shop.call(endpoint, { token, query });
        const { text, body } = await read(victim.token, { limit: 1 });
        expect(text).toContain(MARK);
        const { nextCursor } = body as { nextCursor: string };
        expect((await read(victim.token, { cursor: nextCursor })).text).toContain(MARK);
        const { token } = await buildMember(calls().shop);
        const page = await read(token, { cursor: nextCursor });
        expect(page.status).toBe(200);
        expect(page.text).not.toContain(MARK);
      },
    );

    test("the idempotency key of another member's call makes a call of one's own", async () => {
      const stranger = await buildMember(calls().shop);
      const headers = { 'idempotency-key': `${MARK}-first` };
      expect(await stranger.call(confirmOrder, { body: {}, headers })).toMatchObject({
        status: 400,
        body: { code: 'cart_empty' },
      });
      const { id } = await buildItem(calls().shop);
      const add = { body: { productId: id }, headers };
      expect((await victim.call(addToCart, add)).text).toContain(MARK);
      const added = await stranger.call(addToCart, add);
      expect(added.body.items.map(({ productId }) => productId)).toEqual([id]);
      const confirmed = await stranger.call(confirmOrder, { body: {}, headers });
      expect(confirmed.status).toBe(201);
      expect(added.text + confirmed.text).not.toContain(MARK);
      expect((await victim.call(getCart)).body.items.map(({ productId }) => productId)).toContain(id);
    });

    test.each(named(ENDPOINTS.filter(({ input }) => input !== undefined)))(
      '%s sets no field that only the shop sets',
      async (_name, endpoint) => {
        const call = await calls().prepare(endpoint);
        const before = await usersWithMore();
        const { status, text } = await calls().send({ ...call, body: withSeized(call.body, endpoint.input) });
        expect([200, 201, 202, 400], text).toContain(status);
        // A deleted account has nothing more than others.
        const deleted = await deletedUsers();
        expect(await usersWithMore()).toEqual(before.filter(({ id }) => !deleted.includes(id)));
        expect(text).not.toMatch(/seized|777777/i);
        expect(JSON.stringify(await readStoredData(calls().shop))).not.toMatch(/seized|777777|2999-07-07/i);
      },
    );
  },
  { settings: { MEMBERS_NEED_APPROVAL: 'on' } },
);
