import type { AdminItem } from '#contract/inventory.ts';
import { tiersCell } from '#domain/tiers.ts';
import { rowsCsv } from '../../../browser/save-file.ts';

/** The columns of the export. `shop import FILE.csv` reads them back as edits by id (behavior 9.14). */
const COLUMNS = [
  'id',
  'name',
  'brand',
  'category',
  'description',
  'weightLabel',
  'quantity',
  'price',
  'markupDollars',
  'isActive',
  'tiers',
  'batch',
  'labTested',
  'labExpires',
  'labThc',
  'labCbd',
  'labUrl',
] as const;
type Column = (typeof COLUMNS)[number];

/** The cells of an item that are not its field as it is. */
const CELLS: Partial<Record<Column, (item: AdminItem) => string | undefined>> = {
  tiers: ({ tiers }) => tiersCell(tiers),
  labTested: ({ lab }) => lab?.tested,
  labExpires: ({ lab }) => lab?.expires,
  labThc: ({ lab }) => lab?.thc,
  labCbd: ({ lab }) => lab?.cbd,
  labUrl: ({ lab }) => lab?.url,
};

const cellOf = (item: AdminItem, column: Column) =>
  (CELLS[column] ? CELLS[column](item) : item[column as keyof AdminItem]) ?? '';

/** The items as a CSV file (behavior 2.8). */
export const itemsCsv = (items: readonly AdminItem[]): Promise<Blob> =>
  rowsCsv(
    COLUMNS,
    items.map((item) => COLUMNS.map((column) => cellOf(item, column))),
  );
