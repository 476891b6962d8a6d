import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { getCart, setCartNotes } from '#contract/cart.ts';
import { getInventoryData } from '#contract/catalogue.ts';
import { readyz } from '#contract/health.ts';
import { listReceipts } from '#contract/receipts.ts';
import { listSessions } from '#contract/users.ts';
import { type Buyer, buildBuyer } from '../testing/buyers.ts';
import { buildAdmin } from '../testing/factories.ts';
import { buildFileProduct, inventoryFile, listNames, upload } from '../testing/inventory.ts';
import { startTestShop, type TestShop } from '../testing/test-shop.ts';

const DAY_MS = 86_400_000;
const NOTES = 'Ring twice. '.repeat(160).trim();
const REFUSED = { status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '5' } };

let shop: TestShop;
beforeEach(async () => {
  shop = await startTestShop();
  return () => shop.close();
});

/** Lets the database file grow by no page more. SQLite then fails as it does on a full disk: SQLITE_FULL. */
const fillDisk = () =>
  shop.database.write(async (tx) => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(tx);
    await sql.raw(`pragma max_page_count = ${rows[0]!.page_count}`).execute(tx);
  });
const freeDisk = () => shop.database.write((tx) => sql`pragma max_page_count = 1000000`.execute(tx));

const buildBuyers = (count: number): Promise<Buyer[]> =>
  Promise.all(Array.from({ length: count }, () => buildBuyer(shop)));
const writeNotes = ({ call }: Buyer, notes = NOTES) => call(setCartNotes, { body: { notes } });
const readNotes = async ({ call }: Buyer) => (await call(getCart)).body.cart.notes;

test('on a full disk writes are refused with 503, reads go on, and freed space is enough to write again', async () => {
  const buyers = await buildBuyers(40);
  await fillDisk();
  const responses = [];
  for (const buyer of buyers) responses.push(await writeNotes(buyer));
  const refused = responses.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(10);
  for (const response of refused) expect(response).toMatchObject(REFUSED);

  for (const [index, buyer] of buyers.entries()) {
    expect(await readNotes(buyer)).toBe(responses[index]!.status === 200 ? NOTES : '');
  }
  expect((await shop.call(getInventoryData)).status).toBe(200);
  expect((await shop.call(readyz)).status).toBe(200);
  expect((await buyers[0]!.call(listReceipts)).status).toBe(200);

  await freeDisk();
  for (const buyer of buyers) expect((await writeNotes(buyer)).status).toBe(200);
  for (const buyer of buyers) expect(await readNotes(buyer)).toBe(NOTES);
  expect(shop.database.checkFile()).toBe('ok');
});

test('on a full disk every write of a shared commit is stored or refused with 503', async () => {
  const buyers = await buildBuyers(60);
  const stored = new Map(buyers.map((buyer) => [buyer, '']));
  const writeTogether = async (notes: string): Promise<number> => {
    const responses = await Promise.all(buyers.map((buyer) => writeNotes(buyer, notes)));
    for (const [index, buyer] of buyers.entries()) {
      if (responses[index]!.status === 200) stored.set(buyer, notes);
      else expect(responses[index]).toMatchObject(REFUSED);
      expect(await readNotes(buyer)).toBe(stored.get(buyer));
    }
    return responses.filter(({ status }) => status === 200).length;
  };
  await fillDisk();
  expect(await writeTogether(`${NOTES}One`)).toBeLessThan(60);
  expect(await writeTogether(`${NOTES}Two`)).toBeLessThan(60);
  await freeDisk();
  expect(await writeTogether(`${NOTES}Three`)).toBe(60);
});

test('on a full disk an upload is refused with 503 and changes nothing', async () => {
  const admin = await buildAdmin(shop);
  await upload(admin, inventoryFile([buildFileProduct({ name: 'Before' })]));
  await fillDisk();
  const file = inventoryFile(Array.from({ length: 200 }, () => buildFileProduct({ description: 'x'.repeat(1000) })));
  expect(await upload(admin, file)).toMatchObject(REFUSED);
  expect(await listNames(admin)).toEqual(['Before']);
  await freeDisk();
  expect(await upload(admin, file)).toMatchObject({ status: 200 });
  expect(await listNames(admin)).toHaveLength(200);
});

test('on a full disk a member stays signed in, although the session cannot be extended', async () => {
  const [buyer] = await buildBuyers(1);
  // An update that needs a page more.
  await shop.database.write((tx) =>
    sql`create temp trigger update_needs_a_page after update on sessions begin
      insert into shop_state (key, value) values ('large', hex(zeroblob(10000))); end`.execute(tx),
  );
  await fillDisk();
  const lastUse = async () => (await buyer!.call(listSessions)).body.sessions[0]!.lastUsedAt;
  const before = await lastUse();
  shop.advance(2 * DAY_MS);
  expect(await buyer!.call(getCart)).toMatchObject({ status: 200 });
  expect(await lastUse()).toBe(before);
  await freeDisk();
  await buyer!.call(getCart);
  expect(await lastUse()).toBe(new Date(shop.clock()).toISOString());
});
