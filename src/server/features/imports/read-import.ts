import Papa from 'papaparse';
import { MOST_COLUMNS } from '#contract/imports.ts';
import { findHeader, isBlankRow } from '#domain/import-header.ts';
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
  const other = otherKind(bytes);
  if (other !== undefined) return { problem: other };
  const decoded = decodeText(bytes);
  if ('problem' in decoded) return decoded;
  const { text } = decoded;
  if (text.trim() === '') return { problem: 'The file is empty.' };
  return /\.json$/i.test(name) || isJson(text) ? readJson(text) : readTable(text);
};

const A_PICTURE = 'This does not look like a list of products: it is a picture.';
const SAVE_AS_CSV = 'Please open it in your spreadsheet, save it as CSV, and choose that file.';
/** Files of other kinds that somebody has given the name of a table, by how they begin. */
const OTHER_KINDS = [
  ['PK\x03\x04', `This is a spreadsheet file, or an archive. ${SAVE_AS_CSV}`],
  ['\xd0\xcf\x11\xe0', `This is a spreadsheet file. ${SAVE_AS_CSV}`],
  ['\x89png', A_PICTURE],
  ['\xff\xd8\xff', A_PICTURE],
  ['gif8', A_PICTURE],
  ['%pdf', 'This is a PDF. Please export the products as CSV.'],
  ['<!doctype html', 'This is a web page. Please sign in there, and export the products as CSV.'],
  ['<html', 'This is a web page. Please sign in there, and export the products as CSV.'],
] as const;

const otherKind = (bytes: Uint8Array): string | undefined => {
  const start = Buffer.from(bytes.subarray(0, 64))
    .toString('latin1')
    .replace(/^(?:\xef\xbb\xbf)?\s*/, '')
    .toLowerCase();
  return OTHER_KINDS.find(([beginning]) => start.startsWith(beginning.toLowerCase()))?.[1];
};

/** Returns whether a table is in truth JSON, whatever its name says. */
const isJson = (text: string): boolean => {
  if (!/^\uFEFF?\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
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

const NO_TABLE = { problem: 'The file has no table. Its first row has to name the columns.' };

const tableOf = (data: readonly string[][], linesBefore: number): ReadImport => {
  const header = findHeader(data);
  if (!header) return NO_TABLE;
  const { at, names } = header;
  const rows: TableRow[] = [];
  let width = names.length;
  data.slice(at + 1).forEach((cells, index) => {
    if (isBlankRow(cells)) return;
    width = Math.max(width, cells.length);
    rows.push({ place: index + at + 2 + linesBefore, cells: cells.map(withoutFormulaOfText) });
  });
  if (rows.length === 0) return { problem: 'The table has no rows below its header.' };
  if (width > MOST_COLUMNS) return TOO_WIDE;
  const columns = Array.from({ length: width }, (_, place) => names[place]?.trim() || `Column ${place + 1}`);
  const table: ImportTable = { columns, rows };
  return columns.length === 1 && names.length === 1 && rows.every(({ cells }) => cells.length === 1)
    ? oneColumn(table)
    : readImportTable(table);
};

/** Some programs write `="00123"`, so that a spreadsheet keeps the zeros. */
const withoutFormulaOfText = (cell: string): string =>
  cell.startsWith('="') ? cell.replace(/^="([^"]*)"$/, '$1') : cell;

/** A table of one column is one only if it has a name that says what it is. */
const oneColumn = (table: ImportTable): ReadImport => {
  const file = readImportTable(table);
  return file.mapping.fields[0] === null ? NO_TABLE : file;
};
