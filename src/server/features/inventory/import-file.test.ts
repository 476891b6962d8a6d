import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { csvText } from '../../http/csv.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin } from '../../testing/factories.ts';
import { listedNames, menuFile, product, upload } from '../../testing/uploads.ts';
import { importFile } from './import-file.ts';

const ACTOR = 'command line';

bothDatabases((shop) => {
  let folder: string;
  let token: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects
  let items: any[];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'greenroom-import-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeEach(async () => {
    ({ token } = await buildAdmin(shop()));
    await upload(
      shop(),
      token,
      menuFile([
        product({ id: 'a', name: 'A', description: '=1+1, "quoted"\nand more', weightLabel: 'Gram' }),
        product({ id: 'b', name: 'B' }),
      ]),
    );
    items = await inventory();
  });

  const inventory = async () => (await shop().call('GET', '/api/admin/inventory', { token })).body.inventory;
  const changes = async () => (await shop().call('GET', '/api/admin/changes', { token })).body;
  const importText = (name: string, text: string | Buffer, dryRun = false) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return importFile(shop(), path, { dryRun, actor: ACTOR });
  };

  test('a menu file replaces the inventory, as an upload does', async () => {
    const file = menuFile([product({ name: 'C' }), product({ qty: 0 })]);
    expect(await importText('menu.customization', file, true)).toMatchObject({ counts: { added: 1, removed: 2 } });
    expect(await listedNames(shop(), token)).toEqual(['A', 'B']);
    expect(await importText('menu.txt', file)).toMatchObject({ stats: { totalProducts: 2, productsWithStock: 1 } });
    expect(await listedNames(shop(), token)).toEqual(['C']);
    expect((await changes()).changes[0]).toMatchObject({ kind: 'upload', actor: ACTOR });
  });

  test('a table edits the items it names, each in its own way, as one change', async () => {
    const table = csvText([
      ['ID', 'Markup Dollars', 'isActive', 'weightLabel', 'description'],
      [items[0].id, 20.5, 'no', 'none', 'Ours'],
      [items[1].id, null, null, 'Ounce', null],
    ]);
    expect(await importText('edits.csv', table, true)).toMatchObject({ counts: { changed: 2 } });
    expect(await inventory()).toEqual(items);
    await importText('edits.csv', `\uFEFF${table}`);
    expect(await inventory()).toMatchObject([
      { markupDollars: 20.5, isActive: false, weightLabel: null, description: 'Ours' },
      { markupDollars: 15, isActive: true, weightLabel: 'Ounce', description: null },
    ]);
    expect((await changes()).changes[0]).toMatchObject({
      kind: 'bulk',
      actor: ACTOR,
      summary: 'Edited from a table: 2 items (edits.csv)',
    });
  });

  test('a table that was exported loads again unchanged', async () => {
    const columns = [
      'id',
      'externalId',
      'name',
      'brand',
      'category',
      'weightLabel',
      'quantity',
      'price',
      'markupDollars',
      'finalPrice',
      'isActive',
      'description',
    ];
    const table = csvText([columns, ...items.map((item) => columns.map((column) => cell(item[column])))]);
    const before = (await changes()).total;
    expect(await importText('export.csv', table)).toEqual({
      message: '0 changed, 2 unchanged',
      counts: { added: 0, changed: 0, removed: 0, unchanged: 2 },
      warnings: [],
    });
    expect(await inventory()).toEqual(items);
    expect((await changes()).total).toBe(before);
  });

  const cell = (value: unknown) => (typeof value === 'number' || value === null ? value : String(value));

  test.each([';', '\t'])('a table with %j between its cells is read by its header', async (separator) => {
    const cells = [
      ['id', 'description'],
      [String(items[0].id), `"Lemon, pine, earth${separator} dried, cured, trimmed${separator} ours"`],
    ];
    await importText('edits.csv', cells.map((row) => row.join(separator)).join('\n'));
    expect((await inventory())[0]).toMatchObject({
      description: `Lemon, pine, earth${separator} dried, cured, trimmed${separator} ours`,
    });
  });

  test('what follows the feed stays as it is, and a column nobody knows is said to be left out', async () => {
    const { warnings } = await importText('edits.csv', `id,price,name,colour\n${items[0].id},1,A,red\n`);
    expect(warnings).toEqual([
      'The column "colour" is not known and was left out',
      'Row 2 ("A"), price: follows the feed or the file and was left as it is',
    ]);
    expect(await inventory()).toEqual(items);
  });

  test('one wrong cell refuses the whole table', async () => {
    const rows = [
      ['id', 'markupDollars', 'isActive', 'weightLabel'],
      [items[0].id, 20, 'true', 'Gram'],
      [items[1].id, -1, 'maybe', 'Heap'],
      [items[1].id, 1, '', ''],
      [987654, 1, '', ''],
    ];
    await expect(importText('edits.csv', csvText(rows))).rejects.toMatchObject({
      code: 'file_invalid',
      message: '3 of 4 rows are not valid.',
      details: {
        errors: [
          'Row 3, markupDollars: Markup must be a number from 0 to 100,000',
          'Row 3, isActive: must be true or false',
          'Row 3, weightLabel: Unknown weight label',
          'Row 4, id: also in an earlier row',
          'Row 5, id: no item in the inventory has the id "987654"',
        ],
      },
    });
    expect(await inventory()).toEqual(items);
  });

  test.each([
    ['edits.csv', 'markupDollars\n5\n', 'The table has no "id" column.'],
    ['edits.csv', 'id,markupDollars\n', 'The table has no row.'],
    [
      'edits.csv',
      Buffer.from('id;description\n1;Caf\xe9\n', 'latin1'),
      'The table is not UTF-8 text. Please save it as "CSV UTF-8".',
    ],
    ['menu.json', '{}', 'Invalid File Type: Please upload a .customization or .txt file only'],
    ['menu.txt', ' '.repeat(10_485_761), 'File Too Large: Maximum file size is 10MB. Please upload a smaller file.'],
  ])('%s is refused where it is no such file', async (name, text, message) => {
    await expect(importText(name, text)).rejects.toThrow(message);
    expect(await inventory()).toEqual(items);
  });
});
