import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { addToCart } from '#contract/cart.ts';
import { type Endpoint, isPanelAccess, needsToken } from '#contract/endpoint.ts';
import { STREAMS } from '#contract/events.ts';
import { addFavorite } from '#contract/favorites.ts';
import { ENDPOINTS } from '#contract/index.ts';
import { checkKey, testSetting } from '#contract/settings.admin.ts';
import { endUserSessions, updateAnyUser } from '#contract/users.admin.ts';
import { deleteAccount, updateUser } from '#contract/users.ts';
import { asCaller } from '../db/caller.ts';
import { ShopDatabase } from '../db/shop-database.ts';
import { checkData } from '../features/health/data-checks.queries.ts';
import { hashToken } from '../lib/secrets.ts';
import { buildBuyer } from '../testing/buyers.ts';
import { nameOf } from '../testing/calls.ts';
import type { EveryCall } from '../testing/every-call/every-call.ts';
import { everyCallOnBothDatabases } from '../testing/every-call/on-both-databases.ts';
import { buildAdmin, buildItem, MEMBER_PASSWORD } from '../testing/factories.ts';
import { expectLockWaits, holdLock } from '../testing/lock-waits.ts';

/** Somebody who makes a call. */
interface Maker {
  id: string;
  sessionId: string;
  token: string;
}

type Revocation = (calls: EveryCall, maker: Maker) => Promise<{ status: number }>;

/** The ways to take a right from somebody. */
const REVOCATIONS: Readonly<Record<string, Revocation>> = {
  'is signed out everywhere': ({ admin }, { id }) => admin.call(endUserSessions, { params: { id } }),
  'is suspended': ({ admin }, { id }) => admin.call(updateAnyUser, { params: { id }, body: { status: 'suspended' } }),
  'gets another role': ({ admin }, { id }) =>
    admin.call(updateAnyUser, { params: { id }, body: { role: 'inventory' } }),
  'deletes the account': ({ shop }, { token }) =>
    shop.call(deleteAccount, { token, body: { password: MEMBER_PASSWORD } }),
};

const WRITES = ['write', 'writeInOneStatement'] as const;

/** One for all calls: Node.js 20 slows every promise down by each one that exists. */
const currentCall = new AsyncLocalStorage<{ hasWritten: boolean } | null>();

/** Runs a call, and something else right before the first transaction of the call that writes. */
const beforeItWrites = async <Answer>(call: () => Promise<Answer>, act: () => Promise<void>): Promise<Answer> => {
  const ends = WRITES.map((name) => {
    const write = ShopDatabase.prototype[name] as (...args: unknown[]) => Promise<unknown>;
    ShopDatabase.prototype[name] = async function (this: ShopDatabase, ...args: unknown[]) {
      const current = currentCall.getStore();
      if (current && !current.hasWritten) {
        current.hasWritten = true;
        await currentCall.run(null, act);
      }
      return write.apply(this, args);
    } as never;
    return () => {
      ShopDatabase.prototype[name] = write as never;
    };
  });
  try {
    return await currentCall.run({ hasWritten: false }, call);
  } finally {
    for (const end of ends) end();
  }
};

const makerOf = async ({ shop }: EveryCall, token: string): Promise<Maker> => {
  const session = await shop.database.read
    .selectFrom('sessions')
    .select(['user_id as id', 'id as sessionId'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow();
  return { ...session, token };
};

/** They store nothing: one sends a message that says nothing, the other one derives addresses. */
const WITHOUT_WRITE: readonly Endpoint[] = [testSetting, checkKey];

/** All but streams. */
const walked = ENDPOINTS.filter((endpoint: Endpoint) => needsToken(endpoint) && !STREAMS.includes(endpoint));

everyCallOnBothDatabases((calls, kind) => {
  test.each(walked.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s stores nothing for somebody who loses the right just before',
    async (_name, endpoint) => {
      for (const [how, revoke] of Object.entries(REVOCATIONS)) {
        if (how === 'gets another role' && !isPanelAccess(endpoint.access)) continue;
        const { shop } = calls();
        const people = { member: await buildBuyer(shop), admin: await buildAdmin(shop) };
        const call = await calls().prepare(endpoint, people);
        const maker = await makerOf(calls(), call.token!);
        let isRevoked = false;
        const { status, text } = await beforeItWrites(
          () => calls().send(call),
          async () => {
            const { status } = await revoke(calls(), maker);
            expect(status, `somebody ${how}`).toBeLessThan(300);
            isRevoked = true;
          },
        );
        if (endpoint.method !== 'GET' && !WITHOUT_WRITE.includes(endpoint)) expect(isRevoked, how).toBe(true);
        if (!isRevoked) {
          // It stored nothing, so there is nothing to stop: the other ways would show the same.
          expect(status).toBeLessThan(300);
          break;
        }
        expect([401, 403], `${how}: ${text}`).toContain(status);
      }
    },
  );

  // Row locks are not fair: without a queue, somebody who keeps calling would hold the end of a right off. SQLite has one
  // transaction at a time.
  if (kind === 'postgres') {
    test.each(Object.entries(REVOCATIONS))(
      'calls that come while their member %s wait for that, and store nothing',
      async (_how, revoke) => {
        const { shop } = calls();
        const { token } = await buildBuyer(shop);
        const { id } = await buildItem(shop, { quantity: 5 });
        const maker = await makerOf(calls(), token);
        // A transaction of a member holds their rights from its begin to its end.
        const end = await asCaller({ ...maker, access: 'member' }, () => holdLock(shop, async () => {}));
        const revoking = revoke(calls(), maker);
        await expectLockWaits(shop);
        const later = [
          shop.call(addToCart, { token, body: { productId: id, quantity: 1 } }),
          shop.call(addFavorite, { token, params: { id }, body: {} }),
          shop.call(updateUser, { token, body: { signalUsername: 'later' } }),
        ];
        // Calls that lock little may wait together, in one transaction.
        await expectLockWaits(shop, 2);
        await end();
        expect((await revoking).status).toBeLessThan(300);
        expect((await Promise.all(later)).map(({ status }) => status)).toEqual([401, 401, 401]);
      },
    );
  }

  test('nothing of those who deleted their account meanwhile is left', async () => {
    const { lines, well } = await checkData(calls().shop.database);
    expect(well, lines.join('\n')).toBe(true);
  });
});
