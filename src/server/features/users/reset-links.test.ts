import { beforeEach, describe, expect, test } from 'vitest';
import { createResetLink, endUserSessions, updateAnyUser } from '#contract/users.admin.ts';
import { deleteAccount, resetPassword } from '#contract/users.ts';
import { buildAdmin, buildMember, MEMBER_PASSWORD, type TestUser } from '../../testing/factories.ts';
import { prepareRestarts, type Restart } from '../../testing/restarts.ts';
import { logIn } from '../../testing/sign-in.ts';
import type { TestShop } from '../../testing/test-shop.ts';

const TAKEN_OVER = 'taken over 77';

/** The token of a link with which a maker could set somebody's password. */
const makeLink = async (maker: TestUser, id: string): Promise<string> =>
  (await maker.call(createResetLink, { params: { id }, body: {} })).body.url.split('/').at(-1)!;

/** Acts of an owner against another one, and acts that the other one can do alone. */
const REVOKED: readonly (readonly [string, (owner: TestUser, maker: TestUser) => Promise<{ status: number }>])[] = [
  ['demoted', (owner, { id }) => owner.call(updateAnyUser, { params: { id }, body: { role: 'member' } })],
  ['made a clerk', (owner, { id }) => owner.call(updateAnyUser, { params: { id }, body: { role: 'orders' } })],
  ['suspended', (owner, { id }) => owner.call(updateAnyUser, { params: { id }, body: { status: 'suspended' } })],
  ['signed out everywhere', (owner, { id }) => owner.call(endUserSessions, { params: { id } })],
  ['deleted', (_owner, maker) => maker.call(deleteAccount, { body: { password: MEMBER_PASSWORD } })],
];

describe.each(['sqlite', 'postgres'] as const)('[%s]', (kind) => {
  let restart: Restart;
  beforeEach(async () => {
    restart = await prepareRestarts(kind);
  });

  const expectLinkToBeDead = async (shop: TestShop, token: string, owner: TestUser) => {
    const used = await shop.call(resetPassword, { body: { token, password: TAKEN_OVER } });
    expect(used).toMatchObject({ status: 404, body: { code: 'link_ended' } });
    expect((await logIn(shop, owner.username, TAKEN_OVER)).status).toBe(401);
    expect((await logIn(shop, owner.username, MEMBER_PASSWORD)).status).toBe(200);
  };

  test.each(REVOKED)(
    'a link of an owner who was %s sets no password, and a restart does not revive it',
    async (_what, revoke) => {
      let shop = await restart();
      const [owner, maker] = [await buildAdmin(shop), await buildAdmin(shop)];
      const token = await makeLink(maker, owner.id);
      expect((await revoke(owner, maker)).status).toBe(200);
      await expectLinkToBeDead(shop, token, owner);
      shop = await restart();
      await expectLinkToBeDead(shop, token, owner);
    },
  );

  test('a link of an owner who comes back stays dead', async () => {
    const shop = await restart();
    const [owner, maker] = [await buildAdmin(shop), await buildAdmin(shop)];
    const token = await makeLink(maker, owner.id);
    for (const role of ['member', 'owner'] as const) {
      await owner.call(updateAnyUser, { params: { id: maker.id }, body: { role } });
    }
    await expectLinkToBeDead(shop, token, owner);
  });

  test('a link ends with another role of its user, because those of the panel are valid for less time', async () => {
    const shop = await restart();
    const [owner, member] = [await buildAdmin(shop), await buildMember(shop)];
    const token = await makeLink(owner, member.id);
    await owner.call(updateAnyUser, { params: { id: member.id }, body: { role: 'orders' } });
    await expectLinkToBeDead(shop, token, member);
  });
});
