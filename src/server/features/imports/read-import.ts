import Papa from 'papaparse';
import { MOST_COLUMNS } from '#contract/imports.ts';
import { readImportJson } from '#domain/import-json.ts';
import { readImportTable } from '#domain/import-source.ts';
import type { ImportFile, ImportTable, TableRow } from '#domain/import-table.ts';
import { jsonMistake } from '#domain/json-place.ts';
import { readSeparatorLine } from '../inventory/read-inventory-file.ts';
import { decodeText } from './decode-text.ts';

/** A file that was understood, or why it was not. */
export type ReadImport = ImportFile | { problem: string };

/** Reads a file by its name's ending: JSON, or a table whose first row has the names of its columns (behavior 9.26). */
export const readImport = (bytes: Uint8Array, name: string): ReadImport => {
  const decoded = decodeText(bytes);
  if ('problem' in decoded) return decoded;
  const { text } = decoded;
  if (text.trim() === '') return { problem: 'The file is empty.' };
  return /\.json$/i.test(name) ? readJson(text) : readTable(text);
};

const readJson = (text: string): ReadImport => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: `The file is not valid JSON. ${jsonMistake(text)}` };
  }
  const file = readImportJson(value);
  return 'columns' in file && file.columns.length > MOST_COLUMNS ? TOO_WIDE : file;
};

const TOO_WIDE = { problem: `The table has more than ${MOST_COLUMNS} columns.` };

const SEPARATORS = [',', ';', '\t'];

const readTable = (text: string): ReadImport => {
  const { stated, table } = readSeparatorLine(text);
  const delimiter = stated ?? separatorOf(table);
  const { data, errors } = Papa.parse<string[]>(table, { delimiter });
  const open = errors.find(({ type }) => type === 'Quotes');
  if (open) return { problem: `A quote in row ${(open.row ?? 0) + 1} never closes. Please export the file again.` };
  return tableOf(data, stated === null ? 0 : 1);
};

/** The one that makes the most columns of the header. */
const separatorOf = (text: string): string => {
  const widthWith = (delimiter: string) => Papa.parse<string[]>(text, { delimiter, preview: 1 }).data[0]?.length ?? 0;
  const widths = SEPARATORS.map(widthWith);
  return SEPARATORS[widths.indexOf(Math.max(...widths))]!;
};

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

const tableOf = (data: readonly string[][], linesBefore: number): ReadImport => {
  const at = data.findIndex((cells) => !isBlank(cells));
  const header = data[at];
  if (!header) return { problem: 'The file has no table.' };
  const rows: TableRow[] = [];
  let width = header.length;
  data.slice(at + 1).forEach((cells, index) => {
    if (isBlank(cells)) return;
    width = Math.max(width, cells.length);
    rows.push({ place: index + at + 2 + linesBefore, cells });
  });
  if (rows.length === 0) return { problem: 'The table has no rows below its header.' };
  if (width > MOST_COLUMNS) return TOO_WIDE;
  const columns = Array.from({ length: width }, (_, place) => header[place]?.trim() || `Column ${place + 1}`);
  const table: ImportTable = { columns, rows };
  return columns.length === 1 && header.length === 1 && rows.every(({ cells }) => cells.length === 1)
    ? oneColumn(table)
    : readImportTable(table);
};

/** A table of one column is one only if it has a name that says what it is. */
const oneColumn = (table: ImportTable): ReadImport => {
  const file = readImportTable(table);
  return file.mapping.fields[0] === null ? { problem: 'The file has no table.' } : file;
};
