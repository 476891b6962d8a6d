import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listChanges } from '#contract/changes.ts';
import type { AdminItem } from '#contract/inventory.ts';
import { csvText } from '../../http/csv.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, type TestUser } from '../../testing/factories.ts';
import { buildFileProduct, inventoryFile, listInventory, listNames, upload } from '../../testing/inventory.ts';
import { COMMAND_LINE } from '../audit/audit.queries.ts';
import { importFile } from './import-file.ts';

bothDatabases((shop) => {
  let folder: string;
  let admin: TestUser;
  let a: AdminItem;
  let b: AdminItem;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'greenroom-import-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeEach(async () => {
    admin = await buildAdmin(shop());
    await upload(
      admin,
      inventoryFile([
        buildFileProduct({ id: 'a', name: 'A', description: '=1+1, "quoted"\nand more', weightLabel: 'Gram' }),
        buildFileProduct({ id: 'b', name: 'B' }),
      ]),
    );
    [a, b] = (await listInventory(admin)) as [AdminItem, AdminItem];
  });

  const changes = async () => (await admin.call(listChanges)).body;
  const importText = (name: string, text: string | Buffer, dryRun = false) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return importFile(shop(), path, { dryRun, actor: COMMAND_LINE });
  };

  test('a menu file replaces the inventory, as an upload does', async () => {
    const file = inventoryFile([buildFileProduct({ name: 'C' }), buildFileProduct({ qty: 0 })]);
    expect(await importText('menu.customization', file, true)).toMatchObject({ counts: { added: 1, removed: 2 } });
    expect(await listNames(admin)).toEqual(['A', 'B']);
    expect(await importText('menu.txt', file)).toMatchObject({ stats: { totalProducts: 2, productsWithStock: 1 } });
    expect(await listNames(admin)).toEqual(['C']);
    expect((await changes()).changes[0]).toMatchObject({ kind: 'upload', actor: COMMAND_LINE.name });
  });

  test('a table edits each item that it names in its own way, as one change', async () => {
    const table = csvText([
      ['ID', 'Markup Dollars', 'isActive', 'weightLabel', 'description'],
      [a.id, '$20.50', 'no', 'none', 'Ours'],
      [b.id, null, null, 'Ounce', null],
    ]);
    expect(await importText('edits.csv', table, true)).toMatchObject({ counts: { changed: 2 } });
    expect(await listInventory(admin)).toEqual([a, b]);
    await importText('edits.csv', `\uFEFF${table}`);
    expect(await listInventory(admin)).toMatchObject([
      { markupDollars: 20.5, isActive: false, weightLabel: null, description: 'Ours' },
      { markupDollars: 15, isActive: true, weightLabel: 'Ounce', description: null },
    ]);
    expect((await changes()).changes[0]).toMatchObject({
      kind: 'bulk',
      actor: 'command line',
      summary: 'Edited from a table: 2 items (edits.csv)',
    });
  });

  test('a table sets tiers, and a blank cell removes them', async () => {
    const table = csvText([
      ['id', 'tiers', 'batch'],
      [a.id, '3 = 18; 10 = $15.50', 'B-9'],
    ]);
    expect(await importText('tiers.csv', table)).toMatchObject({
      warnings: ['Row 2 ("A"), batch: follows the feed or the file and was left as it is'],
    });
    const tiers = [
      { from: 3, price: 18 },
      { from: 10, price: 15.5 },
    ];
    expect((await listInventory(admin))[0]).toMatchObject({ tiers, batch: null, shopOwned: ['tiers'] });
    await importText(
      'none.csv',
      csvText([
        ['id', 'tiers'],
        [a.id, ''],
      ]),
    );
    expect((await listInventory(admin))[0]).toMatchObject({ tiers: [], shopOwned: ['tiers'] });
  });

  test.each([
    ['3: 18', 'must have whole numbers of 2 or more as "from"'],
    ['10 = 15; 3 = 18', 'must be in ascending order of "from"'],
    ['3 = 20', "must have prices below the item's own, $20.00"],
  ])('a table with the tiers "%s" changes nothing and names the row', async (cell, problem) => {
    const table = csvText([
      ['id', 'markupDollars', 'tiers'],
      [b.id, 9, ''],
      [a.id, 9, cell],
    ]);
    const importing = importText('bad-tiers.csv', table);
    await expect(importing).rejects.toMatchObject({
      code: 'file_invalid',
      details: { errors: [`Row 3, tiers: ${problem}`] },
    });
    expect(await listInventory(admin)).toEqual([a, b]);
  });

  test('importing an exported table changes nothing', async () => {
    const columns: (keyof AdminItem)[] = [
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
    const table = csvText([columns, ...[a, b].map((item) => columns.map((column) => cell(item[column])))]);
    const before = (await changes()).total;
    expect(await importText('export.csv', table)).toEqual({
      message: '0 changed, 2 unchanged',
      counts: { added: 0, changed: 0, removed: 0, unchanged: 2 },
      warnings: [],
    });
    expect(await listInventory(admin)).toEqual([a, b]);
    expect((await changes()).total).toBe(before);
  });

  const cell = (value: unknown) => (typeof value === 'number' || value === null ? value : String(value));

  test.each([';', '\t'])('a table may have %j between its cells', async (separator) => {
    const cells = [
      ['id', 'description'],
      [String(a.id), `"Lemon, pine, earth${separator} dried, cured, trimmed${separator} ours"`],
    ];
    await importText('edits.csv', cells.map((row) => row.join(separator)).join('\n'));
    expect((await listInventory(admin))[0]).toMatchObject({
      description: `Lemon, pine, earth${separator} dried, cured, trimmed${separator} ours`,
    });
  });

  test('a column that follows the feed is left alone, and an unknown column is left out, both with a warning', async () => {
    const { warnings } = await importText('edits.csv', `id,price,name,aroma\n${a.id},1,A,pine\n`);
    expect(warnings).toEqual([
      'The column "aroma" is not known and was left out',
      'Row 2 ("A"), price: follows the feed or the file and was left as it is',
    ]);
    expect(await listInventory(admin)).toEqual([a, b]);
  });

  test('one wrong cell refuses the whole table', async () => {
    const rows = [
      ['id', 'markupDollars', 'isActive', 'weightLabel'],
      [a.id, 20, 'true', 'Gram'],
      [b.id, -1, 'maybe', 'Heap'],
      [b.id, 1, '', ''],
      [987654, 1, '', ''],
    ];
    await expect(importText('edits.csv', csvText(rows))).rejects.toMatchObject({
      code: 'file_invalid',
      message: '3 of 4 rows are not valid.',
      details: {
        errors: [
          'Row 3, markupDollars: Markup must be a number from 0 to 100,000; found "-1"',
          'Row 3, isActive: must be true or false; found "maybe"',
          'Row 3, weightLabel: Unknown weight label; found "Heap"',
          'Row 4, id: also in an earlier row',
          'Row 5, id: no item in the inventory has the id "987654"',
        ],
      },
    });
    expect(await listInventory(admin)).toEqual([a, b]);
  });

  test.each([
    ['edits.csv', 'The table has no "id" column.', 'markupDollars\n5\n'],
    ['edits.csv', 'The table has no row.', 'id,markupDollars\n'],
    [
      'edits.csv',
      'The table is not UTF-8 text. Please save it as "CSV UTF-8".',
      Buffer.from('id;description\n1;Caf\xe9\n', 'latin1'),
    ],
    ['menu.json', 'Invalid File Type: Please choose a .customization, .txt or .csv file', '{}'],
    ['menu.xlsx', 'Invalid File Type: Please choose a .customization, .txt or .csv file', 'PK'],
    ['menu.txt', 'File Too Large: Maximum file size is 10MB. Please upload a smaller file.', ' '.repeat(10_485_761)],
  ])('%s is refused with "%s"', async (name, message, content) => {
    await expect(importText(name, content)).rejects.toThrow(message);
    expect(await listInventory(admin)).toEqual([a, b]);
  });

  test('ids that the shop does not have are named, each as what it is', async () => {
    const refused = importText('edits.csv', 'id,markupDollars\nIH-1,1\nIH-2,2\n,3\n,4\n0x1,5\nIH-1 ,6\n');
    await expect(refused).rejects.toMatchObject({
      details: {
        errors: [
          'Row 2, id: no item in the inventory has the id "IH-1"',
          'Row 3, id: no item in the inventory has the id "IH-2"',
          'Row 4, id: is missing',
          'Row 5, id: is missing',
          'Row 6, id: no item in the inventory has the id "0x1"',
          'Row 7, id: no item in the inventory has the id "IH-1"',
          'Row 7, id: also in an earlier row',
        ],
      },
    });
  });

  test.each([';', ',', '\t', '|'])('a first line sep=%s says what separates the cells', async (separator) => {
    const table = [`sep=${separator}`, `id${separator}markupDollars`, `${a.id}${separator}12.5`, `x${separator}1`];
    await expect(importText('edits.csv', table.join('\r\n'), true)).rejects.toMatchObject({
      details: { errors: ['Row 4, id: no item in the inventory has the id "x"'] },
    });
    await importText('edits.csv', table.slice(0, 3).join('\r\n'));
    expect(await listInventory(admin)).toMatchObject([{ markupDollars: 12.5 }, { markupDollars: 15 }]);
  });
});
