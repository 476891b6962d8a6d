import pg from 'pg';
import { expect, test } from 'vitest';
import { setCartNotes } from '#contract/cart.ts';
import type { GivenInputOf } from '#contract/endpoint.ts';
import { addFavorite } from '#contract/favorites.ts';
import { createResetLink, endUserSessions, updateAnyUser } from '#contract/users.admin.ts';
import { deleteAccount, exportData, getUser, resetPassword, updateUser } from '#contract/users.ts';
import { sessionLimits } from '#domain/session-end.ts';
import { checkData } from '../features/health/data-checks.queries.ts';
import { bothDatabases } from '../testing/both-databases.ts';
import { type Buyer, buildBuyer } from '../testing/buyers.ts';
import { atEveryMoment } from '../testing/crossing.ts';
import { buildAdmin, buildItem, buildMember, MEMBER_PASSWORD, type TestUser } from '../testing/factories.ts';
import { expectLockWaits } from '../testing/lock-waits.ts';
import { logIn } from '../testing/sign-in.ts';

const NEW_PASSWORD = 'quite another word';

bothDatabases((shop, kind) => {
  const change = (by: TestUser, { id }: TestUser, body: GivenInputOf<typeof updateAnyUser>) =>
    by.call(updateAnyUser, { params: { id }, body });
  /** Runs a race at every moment of its first call. A call that signs in has several. */
  const race = async (run: Parameters<typeof atEveryMoment>[1], atLeast = kind === 'sqlite' ? 1 : 2) =>
    expect(await atEveryMoment(shop(), run)).toBeGreaterThanOrEqual(atLeast);
  /** Returns the token of the session that was opened, if one was. */
  const signIn = async ({ username }: TestUser): Promise<string[]> => {
    const { status, body } = await logIn(shop(), username, MEMBER_PASSWORD);
    expect([200, 401, 403]).toContain(status);
    return status === 200 ? [body.token] : [];
  };
  const statusesOf = async (tokens: readonly string[]) =>
    (await Promise.all(tokens.map((token) => shop().call(getUser, { token })))).map(({ status }) => status);
  const allRefused = (tokens: readonly string[]) => tokens.map(() => 401);
  const createToken = async (by: TestUser, { id }: TestUser): Promise<string | null> => {
    const { status, body } = await by.call(createResetLink, { params: { id }, body: {} });
    expect([200, 401, 403]).toContain(status);
    return status === 200 ? body.url.split('/').at(-1)! : null;
  };
  const redeem = (token: string, password = NEW_PASSWORD) => shop().call(resetPassword, { body: { token, password } });

  test('no sign-in with the old password at once with its change outlives it', () =>
    race(async (cross) => {
      const member = await buildMember(shop());
      const body = { currentPassword: MEMBER_PASSWORD, newPassword: NEW_PASSWORD };
      const [tokens, { status }] = await cross(
        () => signIn(member),
        () => member.call(updateUser, { body }),
      );
      expect(status).toBe(200);
      expect(await statusesOf(tokens)).toEqual(allRefused(tokens));
      expect(await statusesOf([member.token])).toEqual([200]);
    }));

  test('no sign-in at once with a suspension comes alive when it is lifted', () =>
    race(async (cross) => {
      const [owner, member] = [await buildAdmin(shop()), await buildMember(shop())];
      const [tokens] = await cross(
        () => signIn(member),
        () => change(owner, member, { status: 'suspended' }),
      );
      await change(owner, member, { status: 'active' });
      expect(await statusesOf(tokens)).toEqual(allRefused(tokens));
    }));

  test('every session that is opened at once with a new role is one of the new role', () =>
    race(async (cross) => {
      const [owner, member] = [await buildAdmin(shop()), await buildMember(shop())];
      await cross(
        () => signIn(member),
        () => change(owner, member, { role: 'orders' }),
      );
      const sessions = await shop()
        .database.read.selectFrom('sessions')
        .select(['created_at', 'expires_at'])
        .where('user_id', '=', member.id)
        .execute();
      const { idle } = sessionLimits('orders');
      for (const { created_at, expires_at } of sessions) expect(expires_at - created_at).toBeLessThanOrEqual(idle);
    }));

  test('no sign-in at once with a reset outlives it', () =>
    race(async (cross) => {
      const [owner, member] = [await buildAdmin(shop()), await buildMember(shop())];
      const token = await createToken(owner, member);
      const [tokens, reset] = await cross(
        () => signIn(member),
        () => redeem(token!),
      );
      expect(reset.status).toBe(200);
      expect(await statusesOf(tokens)).toEqual(allRefused(tokens));
    }));

  test('of 20 redemptions of one link at once, one sets its password', async () => {
    const [owner, member] = [await buildAdmin(shop()), await buildMember(shop())];
    const token = await createToken(owner, member);
    const passwords = Array.from({ length: 20 }, (_, index) => `password of attempt ${index}`);
    const statuses = (await Promise.all(passwords.map((password) => redeem(token!, password)))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([200, ...Array(19).fill(404)]);
    const winner = statuses.indexOf(200);
    const logInWith = async (index: number) => (await logIn(shop(), member.username, passwords[index]!)).status;
    expect(await logInWith(winner)).toBe(200);
    expect(await logInWith((winner + 1) % 20)).toBe(401);
  });

  /** Whatever ends the links of their maker. After it the maker is an owner again, if that is possible. */
  const ENDINGS: Record<string, (boss: TestUser, maker: TestUser) => Promise<void>> = {
    'is demoted': async (boss, maker) => {
      expect((await change(boss, maker, { role: 'orders' })).status).toBe(200);
      await change(boss, maker, { role: 'owner' });
    },
    'is suspended': async (boss, maker) => {
      expect((await change(boss, maker, { status: 'suspended' })).status).toBe(200);
      await change(boss, maker, { status: 'active' });
    },
    'is signed out everywhere': async (boss, { id }) => {
      expect((await boss.call(endUserSessions, { params: { id } })).status).toBe(200);
    },
    'deletes the account': async (_boss, maker) => {
      expect((await maker.call(deleteAccount, { body: { password: MEMBER_PASSWORD } })).status).toBe(200);
    },
  };

  test.each(Object.keys(ENDINGS))('no reset link that is made at once works after its maker %s', (ending) =>
    race(async (cross) => {
      const [boss, maker, member] = [await buildAdmin(shop()), await buildAdmin(shop()), await buildMember(shop())];
      const [token] = await cross(
        () => createToken(maker, member),
        () => ENDINGS[ending]!(boss, maker),
      );
      if (token !== null) expect((await redeem(token)).status).toBe(404);
    }),
  );

  if (kind === 'postgres') {
    /** Holds the row of a user, starts calls that need it, and releases it once `meanwhile` has ended. */
    const holdingUser = async <Result>(
      { id }: TestUser,
      start: () => Promise<Result>[],
      meanwhile: () => Promise<unknown>,
    ): Promise<Result[]> => {
      const holder = new pg.Client(shop().settings.DATABASE_URL);
      await holder.connect();
      try {
        await holder.query('begin');
        await holder.query('select id from users where id = $1 for update', [id]);
        const pending = start();
        await expectLockWaits(shop(), Math.min(2, pending.length));
        await meanwhile();
        await holder.query('commit');
        return await Promise.all(pending);
      } finally {
        await holder.end();
      }
    };

    test('of many redemptions at once that have all seen a valid link, one sets its password', async () => {
      const [owner, member] = [await buildAdmin(shop()), await buildMember(shop())];
      const token = (await createToken(owner, member))!;
      const start = () => Array.from({ length: 6 }, (_, index) => redeem(token, `password of attempt ${index}`));
      const responses = await holdingUser(member, start, async () => {});
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404]);
    });

    test.each(Object.keys(ENDINGS))(
      'a redemption at once that has seen a valid link fails if its maker %s',
      async (ending) => {
        const [boss, maker, member] = [await buildAdmin(shop()), await buildAdmin(shop()), await buildMember(shop())];
        const token = (await createToken(maker, member))!;
        const start = () => [redeem(token)];
        const [response] = await holdingUser(member, start, () => ENDINGS[ending]!(boss, maker));
        expect(response!.status).toBe(404);
        expect((await logIn(shop(), member.username, MEMBER_PASSWORD)).status).toBe(200);
      },
    );
  }

  test('however owners remove each other and themselves at once, one stays', async () => {
    for (let round = 0; round < 4; round++) {
      const owners = await Promise.all(Array.from({ length: 4 }, () => buildAdmin(shop())));
      const [first, second, third, fourth] = owners as [TestUser, TestUser, TestUser, TestUser];
      await shop().database.write((tx) =>
        tx
          .updateTable('users')
          .set({ role: 'member' })
          .where(
            'id',
            'not in',
            owners.map(({ id }) => id),
          )
          .execute(),
      );
      const responses = await Promise.all([
        change(first, second, { isAdmin: false }),
        change(second, third, { status: 'suspended' }),
        third.call(deleteAccount, { body: { password: MEMBER_PASSWORD } }),
        change(fourth, first, { role: 'inventory' }),
        change(fourth, fourth, { isAdmin: false }),
        change(third, fourth, { status: 'suspended' }),
      ]);
      expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
      const left = await shop()
        .database.read.selectFrom('users')
        .select('id')
        .where('role', '=', 'owner')
        .where('status', '=', 'active')
        .where('deleted_at', 'is', null)
        .execute();
      expect(left.length).toBeGreaterThanOrEqual(1);
    }
  });

  /** A member's acts, and their traces in the database. */
  const ACTS: Readonly<Record<string, (buyer: Buyer, itemId: number) => Promise<{ status: number }>>> = {
    'adds to the cart': (buyer, itemId) => buyer.add(itemId),
    'writes a note': (buyer) => buyer.call(setCartNotes, { body: { notes: 'Ring twice' } }),
    'marks a favorite': (buyer, id) => buyer.call(addFavorite, { params: { id }, body: {} }),
    'confirms an order': (buyer) => buyer.confirm(),
    'downloads the own data': (buyer) => buyer.call(exportData),
  };

  test.each(Object.entries(ACTS))(
    'nothing is left of a member who %s at once with the deletion of the account',
    (_what, act) =>
      race(async (cross) => {
        const buyer = await buildBuyer(shop());
        const [first, second] = [await buildItem(shop()), await buildItem(shop())];
        await buyer.add(first.id);
        const [acted, deleted] = await cross(
          () => act(buyer, second.id),
          () => buyer.call(deleteAccount, { body: { password: MEMBER_PASSWORD } }),
        );
        expect(deleted.status).toBe(200);
        expect([200, 201, 401]).toContain(acted.status);
        const { well, lines } = await checkData(shop().database);
        expect(well, lines.join('\n')).toBe(true);
      }, 1),
  );

  if (kind === 'postgres') {
    test('a deletion waits for a call of the member that has found its session', async () => {
      const buyer = await buildBuyer(shop());
      const { id } = await buildItem(shop());
      const holder = new pg.Client(shop().settings.DATABASE_URL);
      await holder.connect();
      await holder.query('begin');
      await holder.query('select id from items where id = $1 for update', [id]);
      const adding = buyer.add(id);
      await expectLockWaits(shop(), 1);
      const deleting = buyer.call(deleteAccount, { body: { password: MEMBER_PASSWORD } });
      await expectLockWaits(shop(), 2);
      await holder.query('commit');
      await holder.end();
      expect([(await adding).status, (await deleting).status]).toEqual([200, 200]);
      const { well, lines } = await checkData(shop().database);
      expect(well, lines.join('\n')).toBe(true);
    });
  }

  test('nobody is made an owner by somebody who is no owner any more', () =>
    race(async (cross) => {
      const [boss, owner, member] = [await buildAdmin(shop()), await buildAdmin(shop()), await buildMember(shop())];
      const [made, demoted] = await cross(
        () => change(owner, member, { role: 'owner' }),
        () => change(boss, owner, { role: 'member' }),
      );
      expect(demoted.status).toBe(200);
      expect([200, 401]).toContain(made.status);
      const entries = await shop()
        .database.read.selectFrom('audit')
        .select(['subject', 'id'])
        .where('kind', '=', 'role')
        .where('actor_id', 'in', [boss.id, owner.id])
        .orderBy('id')
        .execute();
      // An act that went through was stored before its maker lost the right.
      expect(entries.map(({ subject }) => subject)).toEqual(made.status === 200 ? [member.id, owner.id] : [owner.id]);
    }));
});
