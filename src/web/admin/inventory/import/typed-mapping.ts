import { type ImportField, type ImportMapping, mappingProblem } from '#domain/import-mapping.ts';
import { readWrittenNumber } from '#domain/import-numbers.ts';
import { formatCount } from '#domain/text.ts';
import { foldName } from '#domain/typed-text.ts';
import type { FoundImport, KeptMapping } from '../../../api/queries/imports.ts';

/** Says what a column is. A field that only one column can be is taken from the other one. */
export const withField = (mapping: ImportMapping, at: number, field: ImportField | null): ImportMapping => {
  const set = { ...mapping, fields: mapping.fields.map((each, index) => (index === at ? field : each)) };
  if (mappingProblem(set, set.fields.map(String)) === null) return set;
  return { ...set, fields: set.fields.map((each, index) => (index !== at && each === field ? null : each)) };
};

/**
 * Reads a file as in a kept mapping. Its columns are found by their names, wherever they are now. `missing` has those that
 * the file does not have. Null if it was made for other columns altogether.
 */
export const mappingFor = (
  { mapping, columns: kept }: KeptMapping,
  { columns }: Pick<FoundImport, 'columns'>,
): { mapping: ImportMapping; missing: string[] } | null => {
  if (kept?.length !== mapping.fields.length) {
    return mapping.fields.length === columns.length ? { mapping, missing: [] } : null;
  }
  const fields: (ImportField | null)[] = columns.map(() => null);
  const missing: string[] = [];
  const taken = new Set<number>();
  mapping.fields.forEach((field, at) => {
    const name = kept[at]!;
    const found = columns.findIndex((column, place) => !taken.has(place) && foldName(column.name) === foldName(name));
    if (found >= 0) {
      taken.add(found);
      fields[found] = field;
    } else if (field !== null) missing.push(name);
  });
  return fields.some((field) => field !== null) ? { mapping: { ...mapping, fields }, missing } : null;
};

/** The two ways in which a number of the file can be read, as "1.234 is 1,234" would say it. Null if no sample has both. */
export const decimalExample = (
  { columns }: Pick<FoundImport, 'columns'>,
  { fields }: Pick<ImportMapping, 'fields'>,
): { written: string; point: string; comma: string } | null => {
  for (const [at, { samples }] of columns.entries()) {
    if (fields[at] !== 'price' && fields[at] !== 'qty') continue;
    for (const written of samples) {
      const [open, point, comma] = [null, 'point', 'comma'].map((decimals) =>
        readWrittenNumber(written, decimals as ImportMapping['decimals']),
      );
      if (open && 'question' in open && point && 'digits' in point && comma && 'digits' in comma) {
        return { written, point: spoken(point.digits), comma: spoken(comma.digits) };
      }
    }
  }
  return null;
};

/** Digits as a person of the shop's language writes them. */
const spoken = (digits: string): string => {
  const [whole, fraction] = digits.split('.') as [string, string?];
  return formatCount(Number(whole)) + (fraction === undefined ? '' : `.${fraction.replace(/(?<=^..)0+$/, '')}`);
};
