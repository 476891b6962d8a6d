import { expect, test } from 'vitest';
import { isPanelAccess } from '#contract/endpoint.ts';
import { authenticate } from '#contract/gate.ts';
import { ENDPOINTS } from '#contract/index.ts';
import { createInvite } from '#contract/invites.ts';
import { deleteAccount, exportData, register } from '#contract/users.ts';
import { TABLES } from '../../tables.ts';
import { buildOrder } from '../../testing/buyers.ts';
import { nameOf } from '../../testing/calls.ts';
import { everyCallOnBothDatabases } from '../../testing/every-call/on-both-databases.ts';
import { buildAdmin, buildMember, MEMBER_PASSWORD } from '../../testing/factories.ts';
import { cookiesIn } from '../../testing/sign-in.ts';
import { readStoredData } from '../../testing/stored-data.ts';
import { completeOlderRows } from '../backup/older-rows.queries.ts';
import { eraseAccount } from './erase-account.ts';

/** In every text that is typed about somebody. A space keeps it from being a name. */
const MARK = 'qz typed qz';

/** Calls whose texts are about the shop and nobody in it. */
const ABOUT_THE_SHOP =
  /^\/api\/admin\/(inventory|categories|changes|invites|views|rates|limits|shop-notices|exports|backups)\b/;

/** How the own data shows each column of an account; null if it does not, with the reason. */
const SHOWN_AS: Readonly<Record<keyof typeof TABLES.users.columns, string | null>> = {
  id: 'id',
  username: 'username',
  email: 'email',
  signal_username: 'signalUsername',
  password_hash: null, // A secret.
  password_generated: 'passwordGenerated',
  role: 'role',
  member_type: 'memberType',
  status: 'status',
  verified_at: 'verifiedAt',
  verified_until: 'verifiedUntil',
  age_confirmed_at: 'ageConfirmedAt',
  points_balance: null, // The sum of the points.
  created_at: 'createdAt',
  last_seen_at: 'lastSeenAt',
  invite_id: 'invite',
  invite_label: 'invite',
  invite_made_by: null, // Somebody else.
  deleted_at: null, // Nobody reads it.
};

everyCallOnBothDatabases((calls) => {
  const tablesWith = async (text: string) =>
    Object.entries(await readStoredData(calls().shop)).flatMap(([table, rows]) => (rows.includes(text) ? [table] : []));

  /** Makes a call again and again, each time with another of its texts typed, and returns which were accepted. */
  const typeIntoAll = async (): Promise<string[]> => {
    const accepted: string[] = [];
    const writing = ENDPOINTS.filter(({ method, path }) => method !== 'GET' && !ABOUT_THE_SHOP.test(path));
    for (const endpoint of writing) {
      const { body } = await calls().prepare(endpoint);
      const texts = Object.entries(Buffer.isBuffer(body) ? {} : (body ?? {})).filter(
        ([, value]) => typeof value === 'string',
      );
      for (const [field] of texts) {
        const call = await calls().prepare(endpoint);
        const typed = { ...(call.body as object), [field]: `${MARK} ${field}` };
        const { status } = await calls().send({ ...call, body: typed });
        if (status < 300) accepted.push(`${nameOf(endpoint)} ${field}`);
      }
      // The key of a call is typed too.
      if (isPanelAccess(endpoint.access)) continue;
      const call = await calls().prepare(endpoint);
      await calls().send({ ...call, headers: { ...call.headers, 'idempotency-key': `${MARK} ${nameOf(endpoint)}` } });
    }
    return accepted;
  };

  test('deleted accounts leave nothing that anybody typed about them, and no name, in any table', async () => {
    const { shop } = calls();
    expect(await typeIntoAll()).toEqual(
      expect.arrayContaining([
        'PATCH /api/cart/notes notes',
        'POST /api/receipts/:id/payment-sent txid',
        'PATCH /api/admin/receipts/:id note',
        'PATCH /api/admin/receipts/:id panelNote',
        'POST /api/admin/receipts/:id/undo reason',
        'POST /api/admin/receipts/:id/payments txid',
        'POST /api/admin/receipts/:id/payments note',
        'POST /api/admin/points reason',
        'PATCH /api/admin/users/:id memberType',
        'POST /api/admin/users/:id/notes text',
      ]),
    );
    expect(await tablesWith(MARK)).toEqual(
      expect.arrayContaining([
        ...['users', 'receipts', 'receipt_events', 'points_entries', 'member_notes'],
        ...['payments', 'payment_texts'],
      ]),
    );
    const members = await shop.database.read
      .selectFrom('users')
      .select(['id', 'username', 'role', 'email'])
      .where('role', '=', 'member')
      .where('deleted_at', 'is', null)
      .execute();
    for (const member of members) {
      await shop.database.write((tx, touch) => eraseAccount(tx, touch, member, shop.clock()));
    }
    expect(await tablesWith(MARK)).toEqual([]);
    const stored = Object.entries(await readStoredData(shop));
    const named = members.flatMap(({ username, email, id }) =>
      stored.flatMap(([table, rows]) =>
        rows.includes(`"${username}"`) || rows.includes(email) ? [`${table}: ${username} ${id}`] : [],
      ),
    );
    expect(named).toEqual([]);
  });

  test('what an older version left of deleted accounts goes with the update, and with the restore of its backup', async () => {
    const { shop, admin } = calls();
    const { buyer, receipt } = await buildOrder(shop);
    const kept = await buildOrder(shop);
    expect((await buyer.call(deleteAccount, { body: { password: MEMBER_PASSWORD } })).status).toBe(200);
    const leaveTyped = async (userId: string, receiptId: string) => {
      const typed = `${MARK} of ${userId}`;
      await shop.database.write(async (tx) => {
        await tx
          .updateTable('users')
          .set({ member_type: typed, verified_until: typed, invite_label: typed, points_balance: 5 })
          .where('id', '=', userId)
          .execute();
        await tx
          .updateTable('receipts')
          .set({ idempotency_key: typed } as never)
          .where('id', '=', receiptId)
          .execute();
        await tx
          .insertInto('receipt_events')
          .values({ receipt_id: receiptId, status: 'awaiting_payment', actor: admin.username, note: typed, at: 1 })
          .execute();
        await tx
          .insertInto('points_entries')
          .values({ user_id: userId, points: 5, kind: 'granted', reason: typed, created_at: 1 })
          .execute();
      });
      return typed;
    };
    const ofDeleted = await leaveTyped(buyer.id, receipt.id);
    const ofOther = await leaveTyped(kept.buyer.id, kept.receipt.id);
    await shop.database.write((tx) => completeOlderRows(tx));
    expect(await tablesWith(ofDeleted)).toEqual([]);
    expect((await tablesWith(ofOther)).sort()).toEqual(['points_entries', 'receipt_events', 'receipts', 'users']);
  });

  test('the own data has every column of the account, or a reason is written down here', async () => {
    const { shop } = calls();
    const owner = await buildAdmin(shop);
    const { code } = (await owner.call(createInvite, { body: { label: 'For the harbor', uses: 1 } })).body;
    const cookies = cookiesIn(await shop.call(authenticate, { body: { password: code } }));
    const account = {
      username: 'harbor.seal',
      email: 'seal@example.test',
      password: 'stormy-lantern-42',
      ageConfirmed: true,
    };
    const { token } = (await shop.call(register, { body: account, cookies })).body;
    const { user } = (await shop.call(exportData, { token })).body as { user: Record<string, unknown> };
    expect(Object.keys(TABLES.users.columns).sort()).toEqual(Object.keys(SHOWN_AS).sort());
    const shown = Object.values(SHOWN_AS).filter((name) => name !== null);
    expect(Object.keys(user)).toEqual(expect.arrayContaining(shown));
    const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/);
    expect(user).toMatchObject({ ageConfirmedAt: time, lastSeenAt: time, verifiedAt: time, invite: 'For the harbor' });
    const other = await buildMember(shop);
    expect((await other.call(exportData)).body).toMatchObject({ user: { invite: null, passwordGenerated: false } });
  });
});
