import fc from 'fast-check';
import { expect, test } from 'vitest';
import { categoryMapOf, NO_CATEGORIES } from './category-map.ts';
import { IMPORT_FIELDS, type ImportMapping, type ImportMode } from './import-mapping.ts';
import { fileProblems, readImportRows } from './import-rows.ts';
import { readImportTable } from './import-source.ts';
import type { InventoryItem } from './inventory-item.ts';
import type { ItemValues, Plan } from './inventory-plan.ts';
import { planImport } from './inventory-plan-import.ts';
import { planRevert } from './inventory-plan-revert.ts';
import { anItem } from './testing/inventory.ts';

/*
 * Random files, mappings and inventories. A plan is applied here as the shop does it: the values of its rows become those of
 * the items.
 */

const COLUMNS = [...IMPORT_FIELDS];
const cell = fc.oneof(
  { arbitrary: fc.constantFrom('', 'A', 'Flower', 'a, b'), weight: 20 },
  fc.constantFrom(
    '',
    ' ',
    'A',
    'a',
    'B',
    '3',
    '-1',
    '2.5',
    '1,234',
    '12,50',
    '$7',
    '<b>x</b>',
    '=1',
    'Flower',
    '\u0000',
  ),
  fc.string({ maxLength: 6 }),
);
const id = fc.constantFrom('', 'A', 'B', 'C', 'D', 'E');
const number = fc.oneof(
  { arbitrary: fc.constantFrom('1', '2', '30'), weight: 6 },
  fc.constantFrom('4.50', '1,234', '', 'x', '-3'),
);
const row = fc
  .tuple(id, fc.constantFrom('Night Owl', 'Tea', ''), number, number, fc.array(cell, { minLength: 8, maxLength: 8 }))
  .map(([key, name, qty, price, others]) => [key, name, qty, price, ...others]);
const file = fc.array(row, { minLength: 1, maxLength: 8 });
const mapping: fc.Arbitrary<ImportMapping> = fc.record({
  fields: fc.constantFrom(
    [...COLUMNS],
    [...COLUMNS].map((field) => (field === 'price' ? null : field)),
    [null, ...COLUMNS.slice(1)],
  ),
  price: fc.constantFrom('final', 'base'),
  quantity: fc.constantFrom('set', 'add'),
  decimals: fc.constantFrom('point', 'comma', null),
});
const mode = fc.constantFrom<ImportMode>('add', 'update', 'replace');

type Cells = readonly (readonly string[])[];

const plan = (items: readonly InventoryItem[], cells: Cells, how: ImportMapping, as: ImportMode) => {
  const table = {
    columns: COLUMNS.map((name) => `my ${name}`),
    rows: cells.map((texts, at) => ({ place: at + 2, cells: [...texts] })),
  };
  const { columns, rows } = readImportTable(table);
  const options = { imageOrigin: null, plainText: (html: string) => html.replace(/<[^>]*>/g, '') };
  return planImport({
    ...{
      items,
      columns,
      mapping: how,
      mode: as,
      name: 'a.csv',
      imageOrigin: null,
      defaultMarkupCents: 1500,
      hasOwnIds: false,
      isPrivateAllowed: false,
      categories: categoryMapOf(NO_CATEGORIES),
      useCategories: [],
    },
    rows: readImportRows({ columns, rows }, how, options),
    ofFile: fileProblems(how, as),
    feedFigure: () => null,
  });
};

/** The items after a plan. */
const applied = (items: readonly InventoryItem[], { rows }: Plan): InventoryItem[] => {
  const after = new Map(items.map((item) => [item.id, item]));
  for (const { itemId, externalId, after: values } of rows) {
    const key = itemId ?? after.size + 1;
    after.set(key, { ...(after.get(key) ?? { id: key, externalId, ...(values as ItemValues) }), ...values });
  }
  return [...after.values()];
};

const stocked = (items: readonly InventoryItem[]) => items.filter(({ listed }) => listed);

test('rows = applied + skipped + refused, whatever the file, the mapping and the inventory', () => {
  fc.assert(
    fc.property(file, file, mapping, mode, (first, second, how, as) => {
      const items = applied([], plan([], first, how, 'add'));
      const { stats, rows } = plan(items, second, how, as);
      expect(new Set(rows.map(({ externalId }) => externalId)).size).toBe(rows.length);
      expect(stats.applied + stats.skipped + stats.refused).toBe(second.length);
      expect(stats.rows).toBe(second.length);
    }),
    { numRuns: 500 },
  );
});

test('the same file changes nothing the second time, unless its quantities are added', () => {
  fc.assert(
    fc.property(file, file, mapping, mode, (first, second, how, as) => {
      const before = applied([], plan([], first, how, 'add'));
      const once = applied(before, plan(before, second, how, as));
      const { rows } = plan(once, second, how, as);
      if (as === 'update' && how.quantity === 'add')
        expect(rows.every(({ after }) => Object.keys(after).every((field) => field === 'quantity'))).toBe(true);
      else expect(rows).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('an import that is undone leaves what was before', () => {
  fc.assert(
    fc.property(file, file, mapping, mode, (first, second, how, as) => {
      const before = applied([], plan([], first, how, 'add'));
      const made = plan(before, second, how, as);
      const after = applied(before, made);
      let added = before.length;
      const rows = made.rows.map((each) => ({ ...each, itemId: each.itemId ?? ++added }));
      const back = planRevert({
        rows,
        items: new Map(after.map((item) => [item.id, item])),
        summary: 'x',
        defaultMarkupCents: 1500,
        stock: { isSetSince: () => false, feedFigure: () => null },
      });
      expect(back.skipped).toEqual([]);
      expect(stocked(applied(after, back))).toEqual(stocked(before));
    }),
    { numRuns: 500 },
  );
});

test('a dry run counts what a seller would not expect, and names the new categories', () => {
  const how: ImportMapping = { fields: [...COLUMNS], price: 'final', quantity: 'set', decimals: null };
  const cells = (id: string, qty: string, brand: string, category: string) =>
    COLUMNS.map((field) => ({ id, name: `Tea ${id}`, qty, price: '9.50', brand, category })[field as 'id'] ?? '');
  const { warnings, stats } = plan(
    [],
    [cells('A', '-2', 'Moss', 'Teas'), cells('B', '3', 'In-House', 'teas'), cells('C', '1', 'Moss', 'Jars')],
    how,
    'add',
  );
  expect(stats).toEqual({ rows: 3, applied: 3, skipped: 0, refused: 0 });
  expect(warnings).toEqual([
    '3 prices are rounded up to whole dollars',
    "1 item is added inactive: members don't see what is not for sale",
    '1 row with less than 0 in stock: counted as 0',
    '2 new categories: Teas, Jars',
  ]);
});

test('without a column for the id, a row without a name says that the name is missing', () => {
  const how: ImportMapping = {
    fields: COLUMNS.map((field) => (field === 'id' ? null : field)),
    ...{ price: 'final', quantity: 'set', decimals: null },
  };
  const cells = COLUMNS.map((field) => ({ qty: '1', price: '5' })[field as 'qty'] ?? '');
  expect(plan([], [cells], how, 'add').problems).toEqual([
    { row: 2, column: 'my name', message: 'The name is missing.', question: null },
  ]);
});

const cellsOf = (given: Partial<Record<(typeof COLUMNS)[number], string>>) =>
  COLUMNS.map((field) => given[field] ?? '');
const withoutIds: ImportMapping = {
  fields: COLUMNS.map((field) => (field === 'id' ? null : field)),
  ...{ price: 'final', quantity: 'set', decimals: null },
};

test('an update without ids finds products by brand, name and size, and says what changes', () => {
  const items = [
    anItem({ id: 1, externalId: 'NO-35', name: 'Night Owl', size: '3.5g', markupCents: 0 }),
    anItem({ id: 2, externalId: 'NO-7', name: 'Night Owl', size: '7g', markupCents: 0 }),
    anItem({ id: 3, externalId: 'T', name: 'Tea' }),
    anItem({ id: 4, externalId: 'T2', name: 'tea' }),
    anItem({ id: 5, externalId: 'J', name: 'Jar' }),
  ];
  const { rows, stats, problems, warnings } = plan(
    items,
    [
      cellsOf({ name: 'night owl', size: '7g', qty: '9', price: '20' }),
      cellsOf({ name: 'Tea', qty: '1' }),
      cellsOf({ name: 'Moss', qty: '1' }),
      cellsOf({ name: 'Jar', images: 'https://pictures.example/jar.png' }),
    ],
    withoutIds,
    'update',
  );
  expect(stats).toEqual({ rows: 4, applied: 2, skipped: 1, refused: 1 });
  expect(rows.map(({ externalId }) => externalId)).toEqual(['NO-7', 'J']);
  expect(problems).toEqual([
    { row: 3, column: 'my name', message: 'The shop has 2 products that this may be.', question: null },
  ]);
  expect(warnings.slice(0, 2)).toEqual(['What changes: name of 1, stock of 1', '1 item gets only pictures']);
});

test('sizes of one product are counted apart, and a price in another money is a warning', () => {
  const { warnings } = plan(
    [],
    [
      cellsOf({ name: 'Night Owl', size: '3.5g', qty: '1', price: '20' }),
      cellsOf({ name: 'Night Owl', size: '7g', qty: '1', price: '€ 40,00' }),
    ],
    withoutIds,
    'add',
  );
  expect(warnings).toEqual(['2 items: the sizes of 1 product', 'Row 3: "€ 40,00" is read as dollars']);
});

test('equal warnings of many rows are one line', () => {
  const cells = Array.from({ length: 300 }, (_, at) => [
    `N${at}`,
    `Owl ${at}`,
    '3',
    '20',
    '',
    '',
    '',
    '',
    '',
    '',
    'A bag',
  ]);
  const how: ImportMapping = { fields: COLUMNS.slice(), price: 'final', quantity: 'set', decimals: null };
  const { warnings } = plan([], cells, how, 'add');
  expect(warnings).toEqual([
    expect.stringMatching(/^Row 2: weightLabel .*\. The same in 299 more: rows 3, 4, 5, 6, 7, …$/),
  ]);
});
