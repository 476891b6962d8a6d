import Papa from 'papaparse';
import * as z from 'zod/mini';
import { ShopError } from '#contract/errors.ts';
import { type AdminItem, setDescription, setMarkup, setWeightLabel } from '#contract/inventory.ts';
import type { StoredCategory } from '#domain/category-map.ts';
import type { ItemEdit } from '#domain/inventory-plan-edits.ts';
import { toCents } from '#domain/money.ts';
import { typedNumber } from '#domain/number-rules.ts';
import { ProblemList } from '#domain/problem-list.ts';
import { MessageList, withoutFormulaGuard } from '#domain/text.ts';
import { readTiers, tiersOfCell } from '#domain/tiers.ts';
import { cleanText, foldName, plainTyped } from '#domain/typed-text.ts';
import { meantWeightLabel } from '#domain/weight-labels.ts';
import { presentItem } from './inventory.present.ts';
import type { StoredItem } from './inventory.queries.ts';
import { readSeparatorLine } from './read-inventory-file.ts';

/** Columns that an import changes. The other columns of an export follow the feed or file. */
const EDITED = ['markupDollars', 'isActive', 'weightLabel', 'description', 'tiers'] as const;
const FOLLOWED = ['name', 'brand', 'category', 'size', 'quantity', 'price', 'batch'] as const;
/** The columns of a lab result, which follow the feed or file too. */
const LAB_COLUMNS = ['labTested', 'labExpires', 'labThc', 'labCbd', 'labUrl'];
/** Columns of an export that are for reading only. */
const IGNORED = [
  'externalId',
  'reserved',
  'finalPrice',
  'lastSynced',
  'shopOwned',
  'tags',
  'images',
  'labelCheck',
  ...LAB_COLUMNS,
];

export interface CsvEdits {
  edits: Map<number, ItemEdit>;
  warnings: string[];
}

type Cells = Record<string, string>;

/**
 * Reads a table of edits (behavior 9.14): a header with `id` and field names of the API, and one row per item. A row
 * changes what its cells state. A blank markup or activity states nothing. Columns that follow the feed stay as they are,
 * with a warning if the table differs.
 * @throws ShopError file_invalid if one cell is wrong; nothing may be changed then
 */
export const readCsvEdits = (
  text: string,
  items: ReadonlyMap<number, StoredItem>,
  categories: readonly StoredCategory[],
): CsvEdits => {
  const { stated, table } = readSeparatorLine(text);
  const { data, meta } = Papa.parse<Cells>(table, {
    header: true,
    delimiter: stated ?? separatorOf(table),
    skipEmptyLines: 'greedy',
    transformHeader: columnName,
    transform: withoutFormulaGuard,
  });
  const columns = meta.fields ?? [];
  if (!columns.includes('id')) throw refusal('The table has no "id" column.', ['The table has no "id" column.']);
  if (data.length === 0) throw refusal('The table has no row.', ['The table has no row.']);

  const warnings = new MessageList();
  const known: readonly string[] = ['id', ...EDITED, ...FOLLOWED, ...IGNORED];
  for (const column of columns) {
    if (!known.includes(column)) warnings.add(`The column "${column}" is not known and was left out`);
  }
  const edits = new Map<number, ItemEdit>();
  const seen = new Set<string>();
  const errors = new ProblemList('rows');
  // Line 1 is the header, unless a line before it says what separates cells.
  const firstRow = stated === null ? 2 : 3;
  let invalid = 0;
  data.forEach((cells, index) => {
    const place = `Row ${index + firstRow}`;
    const id = plainTyped(cells.id ?? '');
    const item = /^\d+$/.test(id) ? items.get(Number(id)) : undefined;
    const problems: string[] = [];
    if (id === '') problems.push('id: is missing');
    else if (!item) problems.push(`id: no item in the inventory has the id "${id}"`);
    // "5" and "05" are one item.
    const key = item ? String(item.id) : id;
    if (id !== '' && seen.has(key)) problems.push('id: also in an earlier row');
    seen.add(key);
    const edit = readEdit(cells, item?.priceCents ?? null, problems);
    if (item)
      for (const column of changedFollowed(cells, presentItem(item, { lowStock: 0, categories })))
        warnings.add(leftAlone(place, item, column));
    if (item) edits.set(item.id, edit);
    if (problems.length > 0) invalid += 1;
    for (const problem of problems) {
      errors.add(kindOf(problem), { text: () => `${place}, ${problem}`, place: index + firstRow });
    }
  });
  if (invalid > 0) throw refusal(`${invalid} of ${data.length} rows are not valid.`, errors.lines().lines);
  return { edits, warnings: warnings.lines() };
};

/** Equal problems differ in what was found. Each id is one of its own. */
const kindOf = (problem: string): string => problem.replace(/; found ".*"$/s, '');

/** Read from the header, because its names contain no separator. Descriptions may contain any. */
const separatorOf = (text: string): string => {
  const header = /^.*/.exec(text)![0];
  return [';', '\t'].find((separator) => header.includes(separator)) ?? ',';
};

/** `priceCents` is the base price of the item, if it is known. */
const readEdit = (cells: Cells, priceCents: number | null, problems: string[]): ItemEdit => {
  const edit: ItemEdit = {};
  const markup = stated(cells.markupDollars);
  if (markup !== null) {
    const { markupDollars } = check(
      setMarkup.input,
      { markupDollars: typedNumber(markup) },
      'markupDollars',
      problems,
      markup,
    );
    if (markupDollars !== undefined) edit.markupCents = toCents(markupDollars)!;
  }
  const active = stated(cells.isActive);
  if (active !== null) {
    const isActive = ACTIVITY.get(foldName(active));
    if (isActive === undefined) problems.push(`isActive: must be true or false; found "${active}"`);
    else edit.isActive = isActive;
  }
  if (cells.weightLabel !== undefined) {
    const label = cleanText(cells.weightLabel);
    const given = { weightLabel: meantWeightLabel(label) ?? foldName(label) };
    const { weightLabel } = check(setWeightLabel.input, given, 'weightLabel', problems, label);
    if (weightLabel !== undefined) edit.weightLabel = weightLabel;
  }
  if (cells.description !== undefined) {
    const { description } = check(setDescription.input, { description: cells.description }, 'description', problems);
    if (description !== undefined) edit.description = description?.trim() ? description : null;
  }
  if (cells.tiers !== undefined) {
    const read = readTiers(tiersOfCell(cells.tiers), priceCents);
    if ('tiers' in read) edit.tiers = read.tiers;
    else problems.push(`tiers: ${read.problem}`);
  }
  return edit;
};

const ACTIVITY = new Map([
  ['true', true],
  ['yes', true],
  ['active', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['inactive', false],
  ['0', false],
]);

/** Applies the panel's rules, with the same messages. */
const check = <Schema extends z.core.$ZodType>(
  schema: Schema | undefined,
  value: unknown,
  column: string,
  problems: string[],
  cell?: string,
): Partial<z.output<Schema>> => {
  const result = z.safeParse(schema!, value);
  if (result.success) return result.data as Partial<z.output<Schema>>;
  const found = cell === undefined ? '' : `; found "${cell}"`;
  problems.push(`${column}: ${result.error.issues[0]?.message ?? 'is not valid'}${found}`);
  return {};
};

const stated = (cell: string | undefined): string | null => cleanText(cell ?? '') || null;

/** "Markup Dollars" and "markup_dollars" are markupDollars. */
const columnName = (header: string): string => {
  const plain = (name: string) => foldName(name).replace(/[^a-z]/g, '');
  return ['id', ...EDITED, ...FOLLOWED, ...IGNORED].find((name) => plain(name) === plain(header)) ?? header.trim();
};

const changedFollowed = (cells: Cells, item: AdminItem) =>
  FOLLOWED.filter((column) => {
    const cell = cells[column];
    if (cell === undefined) return false;
    const value = item[column];
    return typeof value === 'number' ? typedNumber(cell) !== value : cleanText(cell) !== cleanText(value ?? '');
  });

const leftAlone = (place: string, item: StoredItem, column: string): string =>
  `${place} ("${item.name}"), ${column}: follows the feed or the file and was left as it is`;

const refusal = (message: string, errors: string[]): ShopError => new ShopError('file_invalid', { message, errors });
