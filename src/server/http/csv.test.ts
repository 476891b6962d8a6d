import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { fastify } from 'fastify';
import { sql } from 'kysely';
import Papa from 'papaparse';
import { expect, onTestFinished, test } from 'vitest';
import { csvEndpoint } from '#contract/endpoint.ts';
import { usersCsv } from '#contract/users.admin.ts';
import { withoutFormulaGuard } from '#domain/text.ts';
import { bothDatabases } from '../testing/both-databases.ts';
import { createCalls } from '../testing/calls.ts';
import { buildAdmin, buildItem, buildMember, updateUserRow } from '../testing/factories.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { type CsvTable, csvText, sendCsv } from './csv.ts';
import { createFailureHandler, warnOfUndeclaredError } from './error-handler.ts';
import { createServe } from './serve-endpoint.ts';

test.each([
  ['=HYPERLINK("http://evil")', `"'=HYPERLINK(""http://evil"")"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@sum', `"'@sum"`],
  ['＝1', `"'＝1"`],
  ['|cmd', `"'|cmd"`],
  ['\u200b=1', `"'\u200b=1"`],
  ['\t=1', `"'\t'=1"`],
  ['=1;=2', `"'=1;'=2"`],
  ['=1\nsecond line', `"'=1\nsecond line"`],
  ['plain, with a comma', '"plain, with a comma"'],
  ["it's fine", "it's fine"],
])('the text %j is exported as %s', (text, cell) => {
  expect(csvText([[text]])).toBe(cell);
});

test('numbers stay numbers, negative ones too, and a missing value is empty', () => {
  expect(csvText([[-5, 0, null, 1.5]])).toBe('-5,0,,1.5');
});

test('reading an exported table returns the same text', () => {
  const awkwardText = fc.string({
    unit: fc.constantFrom('=', "'", '"', ',', ';', '-', '\n', '\r', 'a', ' ', '\t', '@', '+', 'é', '＝', '|', '\u200b'),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(awkwardText, awkwardText), { minLength: 1 }), (rows) => {
      const read = Papa.parse<string[]>(csvText(rows), { newline: '\r\n', delimiter: ',' }).data;
      expect(read.map((row) => row.map(withoutFormulaGuard))).toEqual(rows);
    }),
  );
});

/** Exports a table of a test as an admin, from a server that has only this call. */
const exportTable = async (shop: TestShop, pages: CsvTable['pages']) => {
  const endpoint = csvEndpoint('numbers', {}, { access: 'panel' });
  const app = fastify();
  app.setErrorHandler(createFailureHandler(warnOfUndeclaredError));
  createServe(app, shop)(endpoint, ({ user, reply }) =>
    sendCsv(shop, reply, { name: 'numbers', by: user, header: ['number'], pages }),
  );
  onTestFinished(() => app.close());
  const { token } = await buildAdmin(shop);
  return createCalls(app).as(token)(endpoint);
};

bothDatabases((shop) => {
  const filesOfShop = () => readdirSync(shop().dataDir);

  test('a table whose second page fails is an error, and not the first half of a table', async () => {
    const response = await exportTable(shop(), async function* (db) {
      yield [[1]];
      await sql`select * from no_such_table`.execute(db);
    });
    expect(response).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(response.headers['content-disposition']).toBeUndefined();
  });

  test('a row that cannot be exported makes the export of the users an error', async () => {
    const admin = await buildAdmin(shop());
    expect((await admin.call(usersCsv)).status).toBe(200);
    const { id } = await buildMember(shop(), { username: 'zzz-last' });
    await updateUserRow(shop(), id, { last_seen_at: Number.MAX_SAFE_INTEGER });
    expect(await admin.call(usersCsv, { query: { sort: 'username' } })).toMatchObject({ status: 500 });
    await updateUserRow(shop(), id, { last_seen_at: null });
    expect((await admin.call(usersCsv, { query: { sort: 'username' } })).text).toContain('zzz-last');
  });

  test('all pages show the shop as it was at one moment', async () => {
    const countItems = sql<{ count: number }>`select count(*) as count from items`;
    const { status, text } = await exportTable(shop(), async function* (db) {
      yield [[(await countItems.execute(db)).rows[0]!.count]];
      await buildItem(shop());
      yield [[(await countItems.execute(db)).rows[0]!.count]];
    });
    const [, before, after] = text.split('\r\n');
    expect({ status, after }).toEqual({ status: 200, after: before });
    expect((await countItems.execute(shop().database.read)).rows[0]!.count).toBe(Number(before) + 1);
  });

  test('a table of several megabytes arrives complete, and no file of it is left', async () => {
    const files = filesOfShop();
    const cell = 'ä'.repeat(5000);
    const { headers, bytes, text } = await exportTable(shop(), async function* () {
      for (let page = 0; page < 50; page++) yield Array.from({ length: 10 }, (_, row) => [`${page}-${row}`, cell]);
      expect(filesOfShop()).toEqual(files);
    });
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(bytes.length).toBeGreaterThan(5_000_000);
    const rows = text.split('\r\n');
    expect(rows).toHaveLength(502);
    expect(rows.slice(1, -1)).toEqual(
      Array.from({ length: 500 }, (_, row) => `${Math.floor(row / 10)}-${row % 10},${cell}`),
    );
    expect(filesOfShop()).toEqual(files);
  });

  test('a large table that fails at its end is an error, and no file of it is left', async () => {
    const files = filesOfShop();
    const response = await exportTable(shop(), async function* (db) {
      for (let page = 0; page < 30; page++) yield [['x'.repeat(100_000)]];
      await sql`select * from no_such_table`.execute(db);
    });
    expect(response).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(filesOfShop()).toEqual(files);
  });
});
