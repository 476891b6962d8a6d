import { type ImportField, type ImportMapping, mappingProblem } from '#domain/import-mapping.ts';
import { readWrittenNumber } from '#domain/import-numbers.ts';
import { formatCount } from '#domain/text.ts';
import type { FoundImport, KeptMapping } from '../../../api/queries/imports.ts';

/** Says what a column is. A field that only one column can be is taken from the other one. */
export const withField = (mapping: ImportMapping, at: number, field: ImportField | null): ImportMapping => {
  const set = { ...mapping, fields: mapping.fields.map((each, index) => (index === at ? field : each)) };
  if (mappingProblem(set, set.fields.map(String)) === null) return set;
  return { ...set, fields: set.fields.map((each, index) => (index !== at && each === field ? null : each)) };
};

/** Returns whether a mapping was made for a file with as many columns. */
export const fits = ({ mapping }: KeptMapping, { columns }: Pick<FoundImport, 'columns'>): boolean =>
  mapping.fields.length === columns.length;

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
