import { beforeEach, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { revertChange } from '#contract/changes.ts';
import { setAutoSync } from '#contract/feed.ts';
import { setMarkup } from '#contract/inventory.ts';
import { createInvite } from '#contract/invites.ts';
import { grantPoints, transactionsCsv } from '#contract/points.admin.ts';
import { issueTestPoints } from '#contract/points.ts';
import { moveReceipt, receiptsCsv } from '#contract/receipts.admin.ts';
import { createResetLink, endUserSessions, usersCsv } from '#contract/users.admin.ts';
import { exportData, updateUser } from '#contract/users.ts';
import { createAdmin, resetPassword, setAccessCode } from '../../cli/admin-commands.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildOrder } from '../../testing/buyers.ts';
import { buildAdmin, buildItem, buildMember, MEMBER_PASSWORD, type TestUser } from '../../testing/factories.ts';
import { buildFileProduct, inventoryFile, upload } from '../../testing/inventory.ts';
import { expireReceipts } from '../receipts/receipt-steps.service.ts';

const HOUR_MS = 3_600_000;

bothDatabases(
  (shop) => {
    let admin: TestUser;
    let reader: TestUser;
    beforeEach(async () => {
      [admin, reader] = [await buildAdmin(shop()), await buildAdmin(shop())];
      await newEntries();
    });

    let seen = 0;
    /** The entries since the last look, oldest first. */
    const newEntries = async () => {
      const { entries } = (await reader.call(listAudit, { query: { limit: 50 } })).body;
      const unseen = entries.filter(({ id }) => id > seen).reverse();
      seen = entries[0]?.id ?? seen;
      return unseen;
    };
    /** The fields that all entries by the admin of the test share. */
    const byAdmin = () => ({
      actorId: admin.id,
      actorName: admin.username,
      role: 'owner',
      at: new Date(shop().clock()).toISOString(),
      address: '127.0.0.1',
    });
    const bySystem = { actorId: 'system', actorName: 'system', role: null, address: null };
    const byCommand = { actorId: 'command line', actorName: 'command line', role: null, address: null };

    test('every step of a receipt is recorded, from the order to its end', async () => {
      const { buyer, receipt } = await buildOrder(shop());
      const { number } = receipt;
      const about = { kind: 'receipt', subject: receipt.id };
      expect(await newEntries()).toEqual([
        expect.objectContaining({
          ...about,
          actorId: buyer.id,
          actorName: buyer.username,
          role: 'member',
          address: '127.0.0.1',
          before: null,
          after: { number, status: 'awaiting_payment' },
        }),
      ]);
      for (const status of ['paid', 'shipped', 'completed'] as const) {
        await admin.call(moveReceipt, { params: { id: receipt.id }, body: { status } });
      }
      const step = (from: string, to: string) =>
        expect.objectContaining({ ...byAdmin(), ...about, before: { status: from }, after: { number, status: to } });
      expect(await newEntries()).toEqual([
        step('awaiting_payment', 'paid'),
        step('paid', 'shipped'),
        step('shipped', 'completed'),
      ]);
    });

    test('an order that is repeated with its key is recorded once, and a refused one not at all', async () => {
      const { buyer, itemId } = await buildOrder(shop());
      await newEntries();
      await buyer.add(itemId);
      expect((await buyer.confirm('once')).status).toBe(201);
      expect((await buyer.confirm('once')).status).toBe(200);
      expect((await buyer.confirm()).status).toBe(400);
      expect(await newEntries()).toHaveLength(1);
    });

    test('a receipt that expires was moved by the system', async () => {
      const { receipt } = await buildOrder(shop());
      await newEntries();
      shop().advance(25 * HOUR_MS);
      await expireReceipts(shop());
      // Sessions of the panel have ended.
      reader = await buildAdmin(shop());
      const expired = (await newEntries()).filter(({ subject }) => subject === receipt.id);
      expect(expired).toEqual([
        expect.objectContaining({ ...bySystem, kind: 'receipt', after: { number: receipt.number, status: 'expired' } }),
      ]);
    });

    test('points given by hand are recorded once with the new balance, and test points by a visitor', async () => {
      const member = await buildMember(shop());
      const give = () =>
        admin.call(grantPoints, {
          body: { username: member.username, points: 5, reason: 'Thanks, Rosemary' },
          headers: { 'idempotency-key': `k ${member.id}` },
        });
      await give();
      await give();
      await shop().call(issueTestPoints, { body: { username: member.username, points: 3 } });
      const about = { kind: 'points', subject: member.id, subjectName: member.username };
      expect(await newEntries()).toEqual([
        expect.objectContaining({ ...byAdmin(), ...about, after: { kind: 'granted', points: 5, balance: 5 } }),
        expect.objectContaining({
          ...about,
          actorId: 'visitor',
          actorName: 'visitor',
          role: null,
          address: '127.0.0.1',
          after: { kind: 'test', points: 3, balance: 8 },
        }),
      ]);
    });

    test('every change-set is recorded with its counts; an upload also turns auto sync off', async () => {
      const { id } = await buildItem(shop());
      const { changeId } = (await admin.call(setMarkup, { params: { id }, body: { markupDollars: 9 } })).body;
      await admin.call(setMarkup, { params: { id }, body: { markupDollars: 9 } });
      const undone = (await admin.call(revertChange, { params: { id: changeId! }, body: {} })).body;
      const counts = { added: 0, changed: 1, removed: 0, unchanged: 0 };
      const change = (subject: unknown, after: object) =>
        expect.objectContaining({ ...byAdmin(), kind: 'change', subject: String(subject), after });
      expect(await newEntries()).toEqual([
        change(changeId, { kind: 'edit', ...counts }),
        change(undone.changeId, { kind: 'revert', ...counts }),
      ]);

      await admin.call(setAutoSync, { body: { autoSyncEnabled: true } });
      await admin.call(setAutoSync, { body: { autoSyncEnabled: true } });
      await upload(admin, inventoryFile([buildFileProduct()]));
      const [on, uploaded, off] = await newEntries();
      const moved = { ...byAdmin(), kind: 'switch', subject: 'auto_sync' };
      expect(on).toMatchObject({ ...moved, before: 'off', after: 'on' });
      expect(uploaded).toMatchObject({ ...byAdmin(), kind: 'change', after: { kind: 'upload', added: 1 } });
      expect(off).toMatchObject({ ...moved, before: 'on', after: 'off' });
    });

    test('every export is recorded with its filters, but without the texts that somebody searched for', async () => {
      await admin.call(usersCsv, { query: { status: 'active', q: 'rosemary' } });
      await admin.call(receiptsCsv, { query: { status: 'paid' } });
      await admin.call(transactionsCsv, { query: { user: 'rosemary' } });
      await admin.call(exportData);
      const entries = await newEntries();
      expect(entries.map(({ kind, subject, after }) => [kind, subject, after])).toEqual([
        ['export', 'users', { status: 'active', q: true, sort: expect.any(String) }],
        ['export', 'receipts', { status: 'paid' }],
        ['export', 'transactions', { user: true }],
        ['export', 'my-data', null],
      ]);
      for (const entry of entries) expect(entry).toMatchObject(byAdmin());
    });

    test('what the thief of an owner does to accounts is recorded, without the values', async () => {
      const [owner, victim] = [await buildAdmin(shop()), await buildAdmin(shop())];
      await newEntries();
      const newPassword = 'stormy-lantern-42';
      for (const body of [
        { email: `${owner.id}@example.net` },
        { signalUsername: 'intruder' },
        { username: `renamed${owner.username.replace(/\W/g, '')}`.slice(0, 30) },
        { currentPassword: MEMBER_PASSWORD, newPassword },
        { signalUsername: 'intruder' },
      ]) {
        expect((await owner.call(updateUser, { body })).status).toBe(200);
      }
      await owner.call(endUserSessions, { params: { id: victim.id } });
      await owner.call(endUserSessions, { params: { id: victim.id } });
      const entries = await newEntries();
      expect(entries.map(({ kind, subject, after }) => [kind, subject, after])).toEqual([
        ['account', owner.id, { changed: ['email'] }],
        ['account', owner.id, { changed: ['signalUsername'] }],
        ['account', owner.id, { changed: ['username'] }],
        ['account', owner.id, { changed: ['password'] }],
        ['signed_out', victim.id, { sessions: 1 }],
      ]);
      for (const entry of entries) expect(entry).toMatchObject({ actorId: owner.id, address: '127.0.0.1' });
      expect(JSON.stringify(entries.map(({ before, after }) => [before, after]))).not.toMatch(/intruder|@|renamed/);
    });

    test('every reset link and every code of an invite that is handed out is recorded', async () => {
      const member = await buildMember(shop());
      await newEntries();
      const headers = { 'idempotency-key': `k ${member.id}` };
      for (let call = 0; call < 2; call++) {
        await admin.call(createResetLink, { params: { id: member.id }, body: {}, headers });
        await admin.call(createInvite, { body: { label: 'a', uses: 5 }, headers });
      }
      const entries = await newEntries();
      expect(entries.map(({ kind, after }) => [kind, after])).toEqual([
        ['reset_link', null],
        ['invite', { state: 'open', uses: 5, expiresAt: null }],
        ['reset_link', null],
        ['invite', { state: 'open', code: 'replaced' }],
      ]);
      expect(entries[3]!.subject).toBe(entries[1]!.subject);
    });

    test('what the command line does is recorded', async () => {
      const member = await buildMember(shop());
      await createAdmin(shop(), member.username);
      await createAdmin(shop(), `Second.${member.username}`);
      await resetPassword(shop(), member.username);
      await setAccessCode(shop(), 'open-sesame');
      expect(await newEntries()).toEqual([
        expect.objectContaining({ ...byCommand, kind: 'role', subject: member.id, before: 'member', after: 'owner' }),
        expect.objectContaining({
          ...byCommand,
          kind: 'role',
          subjectName: `Second.${member.username}`,
          after: 'owner',
        }),
        expect.objectContaining({ ...byCommand, kind: 'reset_used', subject: member.id }),
        expect.objectContaining({ ...byCommand, kind: 'settings', subject: 'SHOP_ACCESS_CODE' }),
      ]);
    });
  },
  { settings: { TEST_POINTS: 'on', INVENTORY_FEED_URL: 'http://localhost:9/menu' } },
);
