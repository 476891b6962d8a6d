import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { addAddress as addEndpoint, changeAddress, deleteAddress } from '#contract/addresses.ts';
import { getAnyReceipt, moveReceipt, undoReceiptStep } from '#contract/receipts.admin.ts';
import { changeSettings } from '#contract/settings.admin.ts';
import { deleteAccount } from '#contract/users.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { findState } from '../../db/shop-state.ts';
import { SqliteDatabase } from '../../db/sqlite-driver.ts';
import { DAY_MS } from '../../db/table.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { type Buyer, buildBuyer } from '../../testing/buyers.ts';
import { ADDRESS, addAddress, buildOrderTo } from '../../testing/delivery-addresses.ts';
import { buildAdmin, buildMember, MEMBER_PASSWORD } from '../../testing/factories.ts';
import { confirmPassword } from '../../testing/passkeys.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { expireReceipts } from '../receipts/receipt-steps.service.ts';
import { eraseAddresses } from './erase-addresses.ts';

const readIfThere = (path: string): string => (existsSync(path) ? readFileSync(path, 'latin1') : '');

/** The bytes in which the database keeps addresses: the file of SQLite with its log, or those of the two tables. */
const bytesOf = async ({ dataDir, settings }: TestShop): Promise<string> => {
  if (settings.DATABASE_URL === undefined) {
    return ['shop.db', 'shop.db-wal', 'shop.db-journal'].map((file) => readIfThere(join(dataDir, file))).join();
  }
  const client = new pg.Client(settings.DATABASE_URL);
  await client.connect();
  await client.query('checkpoint');
  const { rows } = await client.query<{ bytes: Buffer }>(`
    select pg_read_binary_file(pg_relation_filepath(name)) as bytes
    from unnest(array['addresses', 'deliveries']) as name`);
  await client.end();
  return rows.map(({ bytes }) => bytes.toString('latin1')).join();
};

/** Sees the database as it is now, until the returned function is called. A backup of another program does this. */
const holdSnapshot = async ({ dataDir, settings }: TestShop): Promise<() => Promise<void>> => {
  if (settings.DATABASE_URL === undefined) {
    const sqlite = new SqliteDatabase(join(dataDir, 'shop.db'));
    sqlite.exec('begin; select count(*) from addresses');
    return async () => void sqlite.close();
  }
  const client = new pg.Client(settings.DATABASE_URL);
  await client.connect();
  await client.query('begin isolation level repeatable read; select 1');
  return () => client.end();
};

bothDatabases(
  (shop) => {
    const isDue = async () => (await findState(shop().database.read, 'erased_bytes')) !== null;
    /** Erases until nothing is due. A PostgreSQL server cleans up by itself too, and may read a table for a while. */
    const erase = () =>
      expect
        .poll(async () => {
          await eraseAddresses(shop());
          return isDue();
        })
        .toBe(false);
    /** As the order desk sees it, in a new session. */
    const deliveryOf = async (id: string) => {
      const desk = await buildAdmin(shop(), 'orders');
      return (await desk.call(getAnyReceipt, { params: { id } })).body.receipt.delivery;
    };
    const moveTo = async (id: string, ...steps: ReceiptStatus[]) => {
      const desk = await buildAdmin(shop(), 'orders');
      for (const status of steps) {
        expect((await desk.call(moveReceipt, { params: { id }, body: { status } })).status).toBe(200);
      }
    };

    let orders = 0;
    /** An order whose address is found in the bytes by its mark. */
    const buildMarked = async () => {
      orders += 1;
      const mark = `Mooring ${orders} of ${shop().clock()} ends here`;
      const { buyer, address, receipt } = await buildOrderTo(shop(), { lines: mark });
      // Only the copy is left.
      await buyer.call(deleteAddress, { params: { id: address.id } });
      await erase();
      expect(await bytesOf(shop())).toContain(mark);
      return { id: receipt.id, mark };
    };

    test.each([
      ['shipped', ['paid', 'shipped']],
      ['completed', ['paid', 'shipped', 'completed']],
      ['canceled', ['cancelled']],
      ['canceled after it was paid', ['paid', 'cancelled']],
    ] as const)(
      'the address of a %s order is gone 30 days after its last step, also from the bytes',
      async (_, steps) => {
        const { id, mark } = await buildMarked();
        shop().advance(40 * DAY_MS);
        await moveTo(id, ...steps);
        shop().advance(30 * DAY_MS - 1);
        await erase();
        expect(await deliveryOf(id)).toMatchObject({ lines: mark });
        expect(await bytesOf(shop())).toContain(mark);
        shop().advance(1);
        await erase();
        expect(await deliveryOf(id)).toBeNull();
        expect(await bytesOf(shop())).not.toContain(mark);
      },
    );

    test('the address of an expired order goes too, and that of a paid one stays as long as it takes', async () => {
      const [expired, paid] = [await buildMarked(), await buildMarked()];
      await moveTo(paid.id, 'paid');
      shop().advance(2 * DAY_MS);
      await expireReceipts(shop());
      shop().advance(400 * DAY_MS);
      await erase();
      expect(await deliveryOf(expired.id)).toBeNull();
      expect(await deliveryOf(paid.id)).toMatchObject({ lines: paid.mark });
      const bytes = await bytesOf(shop());
      expect([bytes.includes(expired.mark), bytes.includes(paid.mark)]).toEqual([false, true]);
    });

    test('a step that was taken back counts as the last one, and facts and notes do not', async () => {
      const { id } = await buildMarked();
      await moveTo(id, 'paid', 'shipped', 'completed');
      shop().advance(20 * DAY_MS);
      let desk = await buildAdmin(shop(), 'orders');
      expect((await desk.call(undoReceiptStep, { params: { id }, body: {} })).body.receipt.status).toBe('shipped');
      shop().advance(20 * DAY_MS);
      desk = await buildAdmin(shop(), 'orders');
      await desk.call(moveReceipt, { params: { id }, body: { tracking: '1Z999', panelNote: 'Rang' } });
      await erase();
      expect(await deliveryOf(id)).not.toBeNull();
      shop().advance(10 * DAY_MS);
      await erase();
      expect(await deliveryOf(id)).toBeNull();
    });

    test('the days are those that owners set, from the next look on', async () => {
      const { id } = await buildMarked();
      await moveTo(id, 'paid', 'shipped');
      shop().advance(2 * DAY_MS);
      const owner = await buildAdmin(shop());
      await confirmPassword(owner);
      const set = (days: string | null) =>
        owner.call(changeSettings, { body: { changes: { ADDRESS_KEEP_DAYS: days } } });
      expect((await set('2')).status).toBe(200);
      await erase();
      expect(await deliveryOf(id)).toBeNull();
      expect((await set(null)).status).toBe(200);
    });

    test('an address that its member changed or deleted is gone from the bytes', async () => {
      const member = await buildMember(shop());
      const { id } = await addAddress(member, { lines: 'Mooring before' });
      await member.call(changeAddress, { params: { id }, body: { lines: 'Mooring after' } });
      await erase();
      expect(await bytesOf(shop())).not.toContain('Mooring before');
      expect(await bytesOf(shop())).toContain('Mooring after');
      await member.call(deleteAddress, { params: { id } });
      await erase();
      expect(await bytesOf(shop())).not.toContain('Mooring after');
    });

    test('with an account go its addresses and copies, but the copy of a paid order stays until it is shipped', async () => {
      const buyer = await buildBuyer(shop());
      const order = async (lines: string) => (await buildOrderTo(shop(), { lines }, buyer)).receipt.id;
      const unpaid = await order('Mooring of the unpaid');
      const [shipped, cancelled] = [await order('Mooring of the paid'), await order('Mooring of the other')];
      const gone = await order('Mooring of the shipped');
      await moveTo(shipped, 'paid');
      await moveTo(cancelled, 'paid');
      await moveTo(gone, 'paid', 'shipped');
      expect((await buyer.call(deleteAccount, { body: { password: MEMBER_PASSWORD } })).status).toBe(200);
      const linesOf = async (id: string) => (await deliveryOf(id))?.lines ?? null;
      const all = () => Promise.all([unpaid, shipped, cancelled, gone].map(linesOf));
      expect(await all()).toEqual([null, 'Mooring of the paid', 'Mooring of the other', null]);
      shop().advance(100 * DAY_MS);
      await erase();
      const kept = await bytesOf(shop());
      expect(['unpaid', 'shipped', 'paid', 'other'].map((which) => kept.includes(`Mooring of the ${which}`))).toEqual([
        ...[false, false],
        ...[true, true],
      ]);
      expect(await checkData(shop().database)).toMatchObject({ well: true });

      await moveTo(shipped, 'shipped');
      await moveTo(cancelled, 'cancelled');
      expect(await all()).toEqual([null, null, null, null]);
      expect(await checkData(shop().database)).toMatchObject({ well: true });
      await erase();
      expect(await bytesOf(shop())).not.toMatch(/Mooring of the/);
    });

    test('while somebody may still read it a deleted address stays in the bytes, and the next look removes it', async () => {
      const member = await buildMember(shop());
      const { id } = await addAddress(member, { lines: 'Mooring that is read' });
      const release = await holdSnapshot(shop());
      onTestFinished(() => release().catch(() => {}));
      await member.call(deleteAddress, { params: { id } });
      await eraseAddresses(shop());
      expect(await isDue()).toBe(true);
      await release();
      await erase();
      expect(await bytesOf(shop())).not.toContain('Mooring that is read');
    });

    test('of hundreds of addresses in pages that were divided, only those that are left are in the bytes', async () => {
      const members = await Promise.all(Array.from({ length: 40 }, () => buildMember(shop())));
      const lines = (index: number, kept: boolean) =>
        `${kept ? 'Kept' : 'Left'} ${index}: ${'x'.repeat((index * 37) % 250)}`;
      const added: { call: Buyer['call']; id: string; index: number }[] = [];
      for (let index = 0; index < 200; index++) {
        const { call } = members[index % members.length]!;
        const body = { ...ADDRESS, lines: lines(index, index % 3 === 0) };
        added.push({ call, index, id: (await call(addEndpoint, { body })).body.address.id });
      }
      const leaving = added.filter(({ index }) => index % 3 !== 0);
      // All at once would wait for a connection longer than a busy shop lets anybody wait.
      for (const { call, id } of leaving) expect((await call(deleteAddress, { params: { id } })).status).toBe(200);
      await erase();
      const bytes = await bytesOf(shop());
      expect(bytes).not.toMatch(/Left \d+:/);
      for (const { index } of added) expect(bytes.includes(`Kept ${index}:`), `${index}`).toBe(index % 3 === 0);
    });
  },
  { settings: { DELIVERY_ADDRESSES: 'required' } },
);
