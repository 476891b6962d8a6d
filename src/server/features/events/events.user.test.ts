import { afterEach, expect, test } from 'vitest';
import { getUserEvents } from '#contract/events.ts';
import { moveReceipt } from '#contract/receipts.admin.ts';
import { getReceipt, sayPaymentSent } from '#contract/receipts.ts';
import { changeSettings } from '#contract/settings.admin.ts';
import { getShop } from '#contract/settings.ts';
import { endUserSessions, updateAnyUser } from '#contract/users.admin.ts';
import { deleteAccount, endSession, listSessions, login, logout, updateUser } from '#contract/users.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildOrder } from '../../testing/buyers.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { buildAdmin, buildItem, buildMember, MEMBER_PASSWORD, type TestUser } from '../../testing/factories.ts';
import type { TestShop } from '../../testing/test-shop.ts';

const openPage = async (shop: TestShop, { token }: Pick<TestUser, 'token'>) => {
  const page = await openEvents(shop, getUserEvents, { token });
  await page.next('ready');
  return page;
};

/** The next event of the orders. The category of a new item is news of the shop, which may come at any moment. */
const nextOfReceipts = async (page: Awaited<ReturnType<typeof openPage>>) => {
  for (;;) {
    const { data } = await page.next('changed');
    if (data.receipts) return data;
  }
};

bothDatabases((shop) => {
  afterEach(() => expect.poll(() => shop().streams.count, { timeout: 30_000 }).toBe(0));

  test("a step of the seller reaches the member's open pages, and those of another member hear only of their own", async () => {
    const owner = await buildAdmin(shop());
    const [mara, noor] = [await buildOrder(shop()), await buildOrder(shop())];
    const pages = [await openPage(shop(), mara.buyer), await openPage(shop(), mara.buyer)];
    const other = await openPage(shop(), noor.buyer);
    const move = (id: string) => owner.call(moveReceipt, { params: { id }, body: { status: 'paid' } });
    expect((await move(mara.receipt.id)).status).toBe(200);
    for (const page of pages) {
      expect(await nextOfReceipts(page)).toEqual({ receipts: [mara.receipt.id] });
    }
    expect((await move(noor.receipt.id)).status).toBe(200);
    const heard = await other.before(({ data }) => data.receipts?.includes(noor.receipt.id) === true);
    expect(heard.filter(({ data }) => data.shop === undefined)).toEqual([]);
    for (const page of [...pages, other]) page.leave();
  });

  test('several receipts of a member that change at once are all named', async () => {
    const { buyer, receipt } = await buildOrder(shop());
    await buyer.add((await buildItem(shop())).id);
    const ids = [receipt.id, (await buyer.confirm()).body.receipt.id];
    const page = await openPage(shop(), buyer);
    await shop().database.write(async (_tx, touch) => touch('receipts', ids));
    await page.before(({ data }) => ids.every((id) => data.receipts?.includes(id)));
    page.leave();
  });

  test('what the member does on another device reaches this one', async () => {
    const { buyer, receipt } = await buildOrder(shop());
    const page = await openPage(shop(), buyer);
    await buyer.call(sayPaymentSent, { params: { id: receipt.id }, body: {} });
    expect(await nextOfReceipts(page)).toEqual({ receipts: [receipt.id] });
    page.leave();
  });

  test('when nobody knows which receipts changed, every page is asked to look again', async () => {
    const page = await openPage(shop(), await buildMember(shop()));
    await shop().database.write(async (_tx, touch) => touch('receipts'));
    expect((await page.next('ready')).data).toEqual({});
    page.leave();
  });

  test('a setting that pages show arrives as the body of GET /api/shop', async () => {
    const owner = await buildAdmin(shop());
    const page = await openPage(shop(), await buildMember(shop()));
    await owner.call(changeSettings, { body: { changes: { SHOP_LICENSE: `C10-${Date.now()}` } } });
    const { data } = await page.next('changed');
    expect(data).toEqual({ shop: (await shop().call(getShop)).body });
    page.leave();
  });

  /** Everything that ends a session. */
  test.each<[string, (member: TestUser, owner: TestUser) => Promise<{ status: number }>]>([
    ['logs out', (member) => member.call(logout)],
    [
      'ends the session on another device',
      async ({ username, call }) => {
        const elsewhere = (await shop().call(login, { body: { username, password: MEMBER_PASSWORD } })).body;
        const { sessions } = (await call(listSessions)).body;
        const id = sessions.find(({ current }) => current)!.id;
        return shop().call(endSession, { token: elsewhere.token, params: { id } });
      },
    ],
    [
      'changes the password on another device',
      async ({ username }) => {
        const { token } = (await shop().call(login, { body: { username, password: MEMBER_PASSWORD } })).body;
        const body = { currentPassword: MEMBER_PASSWORD, newPassword: 'stormy-lantern-42' };
        return shop().call(updateUser, { token, body });
      },
    ],
    ['is signed out everywhere', ({ id }, owner) => owner.call(endUserSessions, { params: { id } })],
    ['is suspended', ({ id }, owner) => owner.call(updateAnyUser, { params: { id }, body: { status: 'suspended' } })],
    ['deletes the account', (member) => member.call(deleteAccount, { body: { password: MEMBER_PASSWORD } })],
  ])('the stream ends when the member %s', async (_how, end) => {
    const [owner, member, other] = [await buildAdmin(shop()), await buildMember(shop()), await buildMember(shop())];
    const [page, kept] = [await openPage(shop(), member), await openPage(shop(), other)];
    expect((await end(member, owner)).status).toBe(200);
    await page.ended;
    expect(kept.response.complete).toBe(false);
    kept.leave();
  });

  test('the stream ends with a session that has expired', async () => {
    const member = await buildMember(shop());
    const page = await openPage(shop(), member);
    await shop().database.write(async (tx) => {
      await tx.updateTable('sessions').set({ expires_at: shop().clock() }).where('user_id', '=', member.id).execute();
    });
    await shop().streams.recheckAll();
    await page.ended;
  });

  test('a step that is made while the stream opens is heard of, or was there before', async () => {
    const owner = await buildAdmin(shop());
    const { buyer, receipt } = await buildOrder(shop());
    const stepping = owner.call(moveReceipt, { params: { id: receipt.id }, body: { status: 'paid' } });
    const page = await openPage(shop(), buyer);
    const { body } = await buyer.call(getReceipt, { params: { id: receipt.id } });
    if (body.receipt.status !== 'paid') await nextOfReceipts(page);
    await stepping;
    page.leave();
  });
});
