import type { ImportField } from './import-mapping.ts';
import { readPlainTable } from './import-plain.ts';
import { readShopify } from './import-shopify.ts';
import { Columns, type ImportFile, type ImportTable, plainRow } from './import-table.ts';
import { readWooCommerce } from './import-woocommerce.ts';
import { withoutFormulaGuard } from './text.ts';

/** Recognizes whose export a table is, by its columns (behavior 9.26). */
export const readImportTable = (table: ImportTable): ImportFile =>
  readShopify(table) ?? readWooCommerce(table) ?? readOwnExport(table) ?? readPlainTable(table);

/** The columns of the panel's export that an import reads, and what they are. */
const OWN_COLUMNS: Readonly<Record<string, ImportField>> = {
  id: 'id',
  name: 'name',
  quantity: 'qty',
  price: 'price',
  brand: 'brand',
  category: 'category',
  description: 'description',
  weightlabel: 'weightLabel',
  batch: 'batch',
};

const readOwnExport = ({ columns: names, rows }: ImportTable): ImportFile | null => {
  const columns = new Columns(names);
  if (!columns.has('id', 'quantity', 'price', 'markupdollars', 'isactive')) return null;
  const active = columns.find('isactive');
  const fields = columns.fields(
    Object.fromEntries(Object.entries(OWN_COLUMNS).map(([name, field]) => [field, columns.find(name)])),
  );
  return {
    source: 'greenroom',
    columns: names,
    rows: rows.map((row) => {
      const cells = row.cells.map(withoutFormulaGuard);
      return plainRow(
        { place: row.place, cells },
        { isInactive: cells[active]?.trim().toLowerCase() === 'false', warning: null },
      );
    }),
    mapping: { fields, price: 'base', quantity: 'set', decimals: 'point' },
  };
};
