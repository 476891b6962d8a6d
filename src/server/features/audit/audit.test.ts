import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { type AuditEntry, listAudit } from '#contract/audit.ts';
import type { GivenQueryOf } from '#contract/endpoint.ts';
import { setMarkup } from '#contract/inventory.ts';
import { grantPoints } from '#contract/points.admin.ts';
import { getAnyReceipt, moveReceipt } from '#contract/receipts.admin.ts';
import { listUserEvents, updateAnyUser } from '#contract/users.admin.ts';
import { deleteAccount, updateUser } from '#contract/users.ts';
import type { TableName } from '../../db/schema.ts';
import { TABLE_NAMES } from '../../tables.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildOrder } from '../../testing/buyers.ts';
import { readPages } from '../../testing/calls.ts';
import { buildAdmin, buildItem, buildMember, MEMBER_PASSWORD, type TestUser } from '../../testing/factories.ts';
import { visitorAt } from './audit.queries.ts';
import { checkDaily } from './daily-check.ts';
import { chainAndCheck, recordEntry, someActor } from './testing/entries.ts';

bothDatabases(
  (shop) => {
    let owner: TestUser;
    beforeEach(async () => {
      owner = await buildAdmin(shop());
    });

    const list = async (query: GivenQueryOf<typeof listAudit> = {}) => (await owner.call(listAudit, { query })).body;
    const subjects = (entries: readonly AuditEntry[]) => entries.map(({ subject }) => subject);

    test('owners read the evidence, newest first and page by page; nobody else does', async () => {
      const actor = someActor();
      for (const subject of ['one', 'two', 'three']) await recordEntry(shop(), { actor, subject });
      const { total } = await list();
      const pages = await readPages((cursor) => list({ limit: 2, cursor }));
      const entries = pages.flatMap((page) => page.entries);
      expect(entries).toHaveLength(total);
      expect(subjects(entries).slice(0, 3)).toEqual(['three', 'two', 'one']);
      expect(entries[0]).toMatchObject({ actorId: actor.id, actorName: actor.name, address: actor.address });
      for (const role of ['orders', 'inventory'] as const) {
        expect(await (await buildAdmin(shop(), role)).call(listAudit)).toMatchObject({
          status: 403,
          body: { code: 'not_allowed' },
        });
      }
    });

    test('the answer says how long the chain is, how it ends, what waits and when it was checked', async () => {
      await chainAndCheck(shop());
      await checkDaily(shop());
      const before = await list();
      await recordEntry(shop());
      const waiting = await list();
      expect(waiting.entries[0]).toMatchObject({ seq: null, hash: null });
      expect(waiting.chain).toMatchObject({ entries: before.chain.entries, waiting: 1 });
      await chainAndCheck(shop());
      const { entries, chain } = await list();
      expect(chain).toMatchObject({ entries: entries[0]!.seq, lastHash: entries[0]!.hash, waiting: 0 });
      expect(chain.checked).toMatchObject({ problem: null });
      expect(chain.entries).toBe(before.chain.entries + 1);
    });

    test('it can be filtered by kinds, by an actor and by words', async () => {
      const name = `Juniper.${randomUUID().slice(0, 6)}`;
      const actor = someActor({ name });
      const { receipt } = await buildOrder(shop());
      const member = await buildMember(shop());
      const address = '198.51.100.9';
      await recordEntry(shop(), { actor, kind: 'backup', subject: 'file one' });
      await recordEntry(shop(), { actor, kind: 'points', subject: member.id });
      await recordEntry(shop(), {
        actor: visitorAt(address),
        kind: 'sign_in_failed',
        subject: `X${name}`,
        subjectIsPersonal: true,
      });

      const found = async (query: GivenQueryOf<typeof listAudit>) => subjects((await list(query)).entries);
      expect(await found({ q: name.toLowerCase() })).toEqual([`X${name}`, member.id, 'file one']);
      expect(await found({ q: name, kind: 'points,backup' })).toEqual([member.id, 'file one']);
      expect(await found({ q: name, kind: 'sign_in_failed' })).toEqual([`X${name}`]);
      expect(await found({ q: member.username })).toEqual([member.id]);
      expect(await found({ q: `#${receipt.number}` })).toEqual([receipt.id]);
      expect(await found({ q: 'sign in failed', limit: 1 })).toEqual([`X${name}`]);
      expect(await found({ actor: actor.id })).toEqual([member.id, 'file one']);
      expect(await found({ actor: (await buildMember(shop())).username })).toEqual([]);
      expect((await found({ actor: 'Visitor' }))[0]).toBe(`X${name}`);
      expect((await owner.call(listAudit, { query: { kind: 'party' } })).status).toBe(400);
    });

    /** The tables in which a text occurs. */
    const tablesNaming = async (text: string): Promise<TableName[]> => {
      const naming: TableName[] = [];
      for (const table of TABLE_NAMES) {
        const rows = await shop().database.read.selectFrom(table).selectAll().execute();
        if (JSON.stringify(rows).toLowerCase().includes(text.toLowerCase())) naming.push(table);
      }
      return naming;
    };

    test('a deleted owner is named nowhere any more, and what they did stays in the evidence', async () => {
      const [first, second] = [`Boss-${randomUUID().slice(0, 8)}`, `Chef-${randomUUID().slice(0, 8)}`];
      const boss = await buildMember(shop(), { username: first, role: 'owner' });
      const wren = await buildMember(shop());
      const { receipt } = await buildOrder(shop());
      const { id } = await buildItem(shop());
      await boss.call(updateAnyUser, { params: { id: wren.id }, body: { role: 'orders' } });
      await boss.call(moveReceipt, { params: { id: receipt.id }, body: { status: 'paid' } });
      await boss.call(updateUser, { body: { username: second } });
      await boss.call(moveReceipt, { params: { id: receipt.id }, body: { status: 'shipped' } });
      await boss.call(grantPoints, { body: { username: wren.username, points: 5, reason: 'Thanks' } });
      await boss.call(setMarkup, { params: { id }, body: { markupDollars: 3 } });
      // The e-mail, and the history of the account itself, which goes with it.
      expect(await tablesNaming(first)).toEqual(['users', 'user_events', 'audit_texts']);
      expect(await tablesNaming(second)).toEqual(
        expect.arrayContaining([
          'user_events',
          'receipt_events',
          'points_entries',
          'change_sets',
          'notices',
          'audit_texts',
        ]),
      );
      await chainAndCheck(shop());

      expect((await boss.call(deleteAccount, { body: { password: MEMBER_PASSWORD } })).status).toBe(200);
      expect(await tablesNaming(first)).toEqual([]);
      expect(await tablesNaming(second)).toEqual([]);
      expect(await chainAndCheck(shop())).toMatchObject({ well: true });
      const { entries } = await list({ actor: boss.id });
      expect(entries.map(({ kind }) => kind)).toEqual([
        'status',
        'account',
        'change',
        'points',
        'receipt',
        'account',
        'receipt',
        'role',
      ]);
      for (const entry of entries) expect(entry).toMatchObject({ actorName: null, address: null });
      expect(entries[0]).toMatchObject({ subject: boss.id, subjectName: null, after: { status: 'deleted', texts: 0 } });
      expect((await owner.call(listUserEvents, { params: { id: boss.id } })).status).toBe(404);
      const { events } = (await owner.call(getAnyReceipt, { params: { id: receipt.id } })).body.receipt;
      expect(events.slice(-2).map(({ by }) => by)).toEqual(Array(2).fill(expect.stringMatching(/^deleted-/)));
    });

    test('what others did about a deleted member stays, by the id only', async () => {
      const member = await buildMember(shop());
      await owner.call(updateAnyUser, { params: { id: member.id }, body: { verified: false } });
      await member.call(deleteAccount, { body: { password: MEMBER_PASSWORD } });
      const { entries } = await list({ q: member.id });
      const verified = entries.find(({ kind }) => kind === 'verified');
      expect(verified).toMatchObject({ actorName: owner.username, subject: member.id, subjectName: null });
      expect((await list({ q: member.username })).entries).toEqual([]);
    });

    test('who takes the old name of a renamed admin does not take over the history', async () => {
      const old = `Name-${randomUUID().slice(0, 8)}`;
      const admin = await buildMember(shop(), { username: old, role: 'owner' });
      const wren = await buildMember(shop());
      await admin.call(updateAnyUser, { params: { id: wren.id }, body: { memberType: 'Gold' } });
      const renamed = `${old}-new`;
      expect((await admin.call(updateUser, { body: { username: renamed } })).status).toBe(200);
      await (await buildMember(shop())).call(updateUser, { body: { username: old } });
      const { events } = (await owner.call(listUserEvents, { params: { id: wren.id } })).body;
      expect(events[0]).toMatchObject({ what: 'Member type: Member → Gold', by: renamed });
    });
  },
  { settings: { ORDER_WEBHOOK_URL: 'http://localhost:9/hook', ORDER_WEBHOOK_SECRET: 'a secret of the shop' } },
);
