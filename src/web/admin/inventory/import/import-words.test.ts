import { describe, expect, test } from 'vitest';
import type { ImportPreview } from '#contract/imports.ts';
import type { ImportField } from '#domain/import-mapping.ts';
import { ApiError } from '../../../api/client.ts';
import type { FoundImport } from '../../../api/queries/imports.ts';
import {
  applySentence,
  applyWords,
  asJson,
  betterMode,
  describeColumns,
  describeFile,
  fileRefusal,
  importFailure,
  looksLikeProducts,
  readRefusal,
  statsWords,
} from './import-words.ts';

test.each([
  ['products.csv', 100, null],
  ['PRODUCTS.TSV', 10_485_760, null],
  ['menu.json', 1, null],
  ['inventory.customization', 1, null],
  ['menu.pdf', 1, 'Please upload a .csv, .tsv or .json file only.'],
  ['menu', 1, 'Please upload a .csv, .tsv or .json file only.'],
  [
    'Stock.xlsx',
    1,
    'This is a spreadsheet file. Please open it in your spreadsheet, save it as CSV, and choose that file.',
  ],
  ['menu.csv', 10_485_761, 'Maximum file size is 10MB. Please upload a smaller file.'],
])('before it is sent, a file is checked by name and size: %s of %i bytes', (name, size, text) => {
  expect(fileRefusal({ name, size })?.text ?? null).toBe(text);
});

test.each<[(ImportField | null)[], boolean]>([
  [[null, 'description', 'qty'], false],
  [['name', null], true],
  [['id', 'qty'], true],
])('a table whose columns are %j looks like products: %s', (fields, looks) => {
  expect(looksLikeProducts({ fields })).toBe(looks);
});

test('a file of the inventory is sent as the JSON that it is', () => {
  const names = ['stock.CUSTOMIZATION', 'menu.csv'].map((name) => asJson(new File(['{}'], name)).name);
  expect(names).toEqual(['stock.json', 'menu.csv']);
});

describe('a file that was not read', () => {
  test.each([
    [
      new ApiError('No table was found in this file.', 400, { code: 'import_unreadable' }),
      "a.csv can't be read",
      'No table was found in this file. Nothing was changed.',
      false,
    ],
    [
      new ApiError('The shop could not be reached. Please try again.', null),
      'a.csv did not arrive',
      'The shop could not be reached. Please try again.',
      true,
    ],
    [new Error('Upload timed out'), 'a.csv did not arrive', 'Upload timed out', true],
    [new ApiError('File Too Large: Smaller.', 413, { code: 'file_too_large' }), 'File Too Large', 'Smaller.', false],
    [new ApiError('Busy', 503, { code: 'unavailable' }), 'a.csv was not read', 'Busy', true],
    [new ApiError('Slow down', 429, { code: 'rate_limited' }), 'a.csv was not read', 'Slow down', true],
    [new ApiError('Log in', 401, { code: 'not_signed_in' }), 'a.csv was not read', 'Log in', true],
    [new ApiError('No', 403, { code: 'not_admin' }), 'a.csv was not read', 'No', false],
  ])('says why, and whether sending it again can help: %s', (error, title, text, canRetry) => {
    expect(readRefusal(error, 'a.csv')).toEqual({ title, text, canRetry });
  });
});

test.each([
  ['import_applied', 409, 'apply', 'This import was applied already', 'read'],
  ['not_found', 404, 'plan', 'The shop no longer keeps this file', 'read'],
  ['unavailable', 503, 'plan', 'The file could not be checked', 'plan'],
  [undefined, null, 'apply', 'The shop did not answer', 'apply'],
  ['not_allowed', 403, 'apply', 'The import could not be finished', 'apply'],
] as const)('an import that fails says what to do: %s', (code, status, step, title, again) => {
  expect(importFailure(new ApiError('Busy', status, code ? { code } : {}), step)).toMatchObject({ title, again });
});

const REST = { skipProblems: false, useCategories: [] };

test('what is read of a known file is told in a sentence', () => {
  const told = (price: 'final' | 'base', ...fields: (ImportField | null)[]) =>
    describeColumns({ mapping: { fields, price, quantity: 'set', decimals: null }, mode: 'add', ...REST });
  expect(told('final', 'name', null, 'tags', 'tags', 'price')).toBe(
    'Read: name, tags, price. Prices are what members pay.',
  );
  expect(told('base', 'id', 'price')).toBe('Read: id, price. Prices are what you pay.');
  expect(told('base', 'id', 'qty')).toBe('Read: id, stock.');
});

test('what was understood names the system, the rows and the columns that are read', () => {
  const found = { source: 'shopify', rows: 1214 } as FoundImport;
  const request = (...fields: (ImportField | null)[]) =>
    ({
      mapping: { fields, price: 'final', quantity: 'set', decimals: null },
      mode: 'add',
      ...REST,
    }) as const;
  const words = (...fields: (ImportField | null)[]) => {
    const asked = request(...fields);
    return describeFile(found, { ...asked, mapping: { ...asked.mapping, fields } });
  };
  expect(words('name', null, 'price')).toBe('Shopify export · 1,214 rows · 2 of 3 columns read');
  expect(words('name')).toBe('Shopify export · 1,214 rows · 1 column read');
});

const COUNTS = { added: 0, changed: 0, removed: 0, unchanged: 0 };
const STATS = { rows: 5, applied: 5, skipped: 0, refused: 0 };
const preview = (part: Partial<ImportPreview>): ImportPreview => ({
  ...{
    message: '',
    stats: STATS,
    counts: { ...COUNTS, added: 5 },
    warnings: [],
    facts: [],
    nearCategories: [],
    problems: [],
    planHash: 'x',
    rows: [],
  },
  ...part,
});
const problem = (row: number | null, message = 'The stock is blank.') => ({
  row,
  column: null,
  message,
  question: null,
});

test.each([
  ['add', { added: 1200, changed: 0 }, 'Add 1,200 items'],
  ['add', { added: 0, changed: 1 }, 'Add 1 item'],
  ['add', { unchanged: 4 }, null],
  ['update', { changed: 3, unchanged: 4 }, 'Update 3 items'],
  ['update', { unchanged: 4 }, null],
  ['replace', { added: 1, changed: 2, removed: 9, unchanged: 3 }, 'Replace all with 6 items'],
  ['replace', { removed: 9 }, null],
] as const)('the press says what it does: %s %o', (mode, counts, words) => {
  expect(applyWords(mode, { ...COUNTS, ...counts })).toBe(words);
});

describe('the sentence beside the press', () => {
  const say = (
    part: Partial<ImportPreview>,
    request: { mode?: 'add' | 'update' | 'replace'; skipProblems?: boolean } = {},
  ) => applySentence({ mode: 'add', skipProblems: false, ...request }, preview(part));

  test('a question about the file comes first', () => {
    const problems = [problem(3), problem(null, 'No column is the price yet.')];
    expect(say({ problems }, { skipProblems: true })).toEqual({ text: 'No column is the price yet.', isBlocked: true });
  });
  test.each([
    [1, "1 row can't be used as it is. Correct the file, or skip it."],
    [2, "2 rows can't be used as they are. Correct the file, or skip them."],
  ])('rows with problems stop the import until they are skipped: %i', (refused, text) => {
    const part = { problems: [problem(3)], stats: { ...STATS, applied: 5 - refused, refused } };
    expect(say(part)).toEqual({ text, isBlocked: true });
    expect(say(part, { skipProblems: true }).isBlocked).toBe(false);
  });
  test.each([
    ['add', 'No row has a new product.'],
    ['update', 'No product would change.'],
    ['replace', 'No row has a product with stock.'],
  ] as const)('an import that changes nothing says so: %s', (mode, text) => {
    expect(say({ counts: COUNTS }, { mode })).toEqual({ text, isBlocked: true });
  });
  test.each([
    [0, 0, 'No row is left out.'],
    [1, 0, '1 row is left out.'],
    [1, 2, '3 rows are left out.'],
  ])('an import says how many rows it leaves out: %i skipped, %i refused', (skipped, refused, text) => {
    expect(say({ stats: { ...STATS, skipped, refused } })).toEqual({ text, isBlocked: false });
  });
  test('of a replacement, the losses are said instead', () => {
    expect(say({}, { mode: 'replace' })).toEqual({ text: '', isBlocked: false });
  });
});

test.each([
  [
    { rows: 1214, applied: 1200, skipped: 10, refused: 4 },
    '1,200 will be applied, 10 skipped',
    '1,200 were applied, 10',
  ],
  [{ rows: 2, applied: 1, skipped: 1, refused: 0 }, '1 will be applied, 1 skipped', '1 was applied, 1 skipped'],
  [{ rows: 2, applied: 0, skipped: 0, refused: 2 }, '2 will be refused', '2 were refused'],
  [{ rows: 0, applied: 0, skipped: 0, refused: 0 }, 'none will be applied', 'none were applied'],
])('every row of the file is accounted for, before and after: %o', (stats, before, after) => {
  const plan = { stats, counts: { ...COUNTS, added: stats.applied } };
  expect(statsWords({ mode: 'add', skipProblems: false }, plan, 'will be')).toContain(`: ${before}`);
  expect(statsWords({ mode: 'add', skipProblems: false }, plan, 'was')).toContain(`: ${after}`);
});

test('where rows only add to the item of another, or change nothing, the items are counted as on the press', () => {
  const stats = { rows: 6, applied: 4, skipped: 1, refused: 1 };
  const added = { stats, counts: { ...COUNTS, added: 3 } };
  expect(statsWords({ mode: 'add', skipProblems: false }, added, 'will be')).toBe(
    '6 rows: 4 will be applied (3 items), 1 skipped, 1 refused.',
  );
  const changed = { stats, counts: { ...COUNTS, changed: 1, unchanged: 9 } };
  expect(statsWords({ mode: 'update', skipProblems: true }, changed, 'was')).toBe(
    '6 rows: 4 were applied (1 item), 2 skipped.',
  );
});

test.each([
  ['add', { applied: 0, skipped: 5 }, 'update'],
  ['update', { applied: 0, skipped: 5 }, 'add'],
  ['add', { applied: 1, skipped: 4 }, null],
  ['add', { applied: 0, skipped: 0 }, null],
  ['replace', { applied: 0, skipped: 5 }, null],
] as const)('a mode that leaves out every row has a better one: %s %o', (mode, stats, better) => {
  expect(betterMode(mode, { ...STATS, ...stats })).toBe(better);
});
