import { errorText } from '#contract/errors.ts';
import type { ImportPreview } from '#contract/imports.ts';
import { UPLOAD_MAX_BYTES } from '#domain/constants.ts';
import {
  FIELD_NAMES,
  type ImportField,
  type ImportMapping,
  type ImportMode,
  type ImportSource,
} from '#domain/import-mapping.ts';
import { counted, formatCount } from '#domain/text.ts';
import { ApiError, messageOf, NO_RESPONSE } from '../../../api/client.ts';
import { isUnreachable } from '../../../api/connection.ts';
import type { FoundImport, ImportRequest } from '../../../api/queries/imports.ts';

export const ACCEPTED = '.csv,.tsv,.json,.customization';

const OWN_FILE = /\.customization$/i;

/** A file of the inventory is JSON, which is what the shop takes here. */
export const asJson = (file: File): File =>
  OWN_FILE.test(file.name) ? new File([file], file.name.replace(OWN_FILE, '.json')) : file;

/** Why a file was not read, and whether sending it again can help. */
export interface Refusal {
  title: string;
  text: string;
  canRetry: boolean;
}

const WRONG_TYPE = 'Invalid File Type: Please upload a .csv, .tsv or .json file only';

/** The file types that spreadsheets write by default. */
const SPREADSHEET = /\.(xlsx?|xlsm|ods|numbers)$/i;

/** Why a file is refused before it is sent; null if it can be sent (behavior 10.31). */
export const fileRefusal = ({ name, size }: { name: string; size: number }): Refusal | null => {
  if (SPREADSHEET.test(name)) {
    const text =
      'This is a spreadsheet file. Please open it in your spreadsheet, save it as CSV, and choose that file.';
    return { title: 'Invalid File Type', text, canRetry: false };
  }
  if (!/\.(csv|tsv|json)$/i.test(name) && !OWN_FILE.test(name)) return titled(`${WRONG_TYPE}.`);
  return size > UPLOAD_MAX_BYTES ? titled(errorText('file_too_large')) : null;
};

/** A message of the form "Title: text". */
const titled = (message: string): Refusal => {
  const at = message.indexOf(': ');
  return { title: message.slice(0, at), text: message.slice(at + 2), canRetry: false };
};

/** Why the shop did not read a file. */
export const readRefusal = (error: unknown, name: string): Refusal => {
  const text = messageOf(error, 'The file could not be sent.');
  if (!(error instanceof ApiError) || error.status === null) {
    return { title: `${name} did not arrive`, text, canRetry: true };
  }
  if (error.code === 'wrong_file_type' || error.code === 'file_too_large') return titled(text);
  if (error.code === 'import_unreadable') {
    return { title: `${name} can't be read`, text: `${text} Nothing was changed.`, canRetry: false };
  }
  const canRetry = error.status >= 500 || error.code === 'rate_limited' || error.code === 'not_signed_in';
  return { title: `${name} was not read`, text, canRetry };
};

/** Why an import can't be planned or applied, and the step to try again. One that is gone must be read again. */
export const importFailure = (
  error: unknown,
  step: 'plan' | 'apply',
): { title: string; text: string; again: 'read' | 'plan' | 'apply' } => {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'import_applied') {
    const text = 'History says what it did. To import the file once more, read it again.';
    return { title: 'This import was applied already', text, again: 'read' };
  }
  if (code === 'not_found') {
    return {
      title: 'The shop no longer keeps this file',
      text: 'It keeps a file for a day. Please read it again.',
      again: 'read',
    };
  }
  if (step === 'apply' && isUnreachable(error)) {
    const text = "We can't tell whether the products were imported. Please try again: no import is applied twice.";
    return { title: 'The shop did not answer', text, again: step };
  }
  const title = step === 'plan' ? 'The file could not be checked' : 'The import could not be finished';
  return { title, text: messageOf(error, NO_RESPONSE), again: step };
};

const SOURCES: Record<ImportSource, string> = {
  shopify: 'Shopify export',
  woocommerce: 'WooCommerce export',
  dutchie: 'Dutchie menu',
  greenroom: "Greenroom's own file",
  table: 'Table',
};

/** Describes a recognized file: "Shopify export · 214 rows · 10 of 18 columns read". */
export const describeFile = ({ source, rows }: FoundImport, { mapping: { fields } }: ImportRequest): string => {
  const used = fields.filter((field) => field !== null).length;
  const columns = used === fields.length ? counted(used, 'column') : `${used} of ${counted(fields.length, 'column')}`;
  return `${SOURCES[source]} · ${counted(rows, 'row')} · ${columns} read`;
};

/**
 * Describes the columns that are read, for a seller who does not open their list: "Read: name, price, stock. Prices are
 * what members pay."
 */
export const describeColumns = ({ mapping: { fields, price } }: ImportRequest): string => {
  const names = [...new Set(fields)].flatMap((field) => (field === null ? [] : FIELD_NAMES[field]));
  const pays = fields.includes('price') ? ` Prices are what ${price === 'final' ? 'members pay' : 'you pay'}.` : '';
  return `Read: ${names.join(', ')}.${pays}`;
};

/** The fields as choices of a column. */
export const fieldWord = (field: ImportField): string =>
  field === 'id' ? 'Id or SKU' : FIELD_NAMES[field].charAt(0).toUpperCase() + FIELD_NAMES[field].slice(1);

/** How many items an import is about. */
const itemsOf = (mode: ImportMode, { added, changed, unchanged }: ImportPreview['counts']): number =>
  ({ add: added + changed, update: changed, replace: added + changed + unchanged })[mode];

/** Null if an import would change nothing. The press says how many items it is about. */
export const applyWords = (mode: ImportMode, counts: ImportPreview['counts']): string | null => {
  const items = itemsOf(mode, counts);
  const verb = { add: 'Add', update: 'Update', replace: 'Replace all with' }[mode];
  return items === 0 ? null : `${verb} ${counted(items, 'item')}`;
};

/** False if no column is a name or a price: a bank statement, a list of people. */
export const looksLikeProducts = ({ fields }: Pick<ImportMapping, 'fields'>): boolean =>
  fields.some((field) => field === 'name' || field === 'id' || field === 'price');

/** The questions about the file as a whole, which come before its rows. */
export const openQuestions = ({ problems }: Pick<ImportPreview, 'problems'>): string[] =>
  problems.filter(({ row }) => row === null).map(({ message }) => message);

/** The sentence next to the button: the changes to come, or the reason why they can't be made yet, with a way out. */
export const applySentence = (
  { mode, skipProblems }: Pick<ImportRequest, 'mode' | 'skipProblems'>,
  { problems, stats, counts }: ImportPreview,
): { text: string; isBlocked: boolean } => {
  const [question] = openQuestions({ problems });
  if (question !== undefined) return { text: question, isBlocked: true };
  if (problems.length > 0 && !skipProblems) {
    const text = `${counted(stats.refused, 'row')} can't be used as ${stats.refused === 1 ? 'it is' : 'they are'}. Correct the file, or skip ${stats.refused === 1 ? 'it' : 'them'}.`;
    return { text, isBlocked: true };
  }
  if (applyWords(mode, counts) === null) return { text: NOTHING[mode], isBlocked: true };
  const left = stats.skipped + stats.refused;
  const leftOut = left === 0 ? 'No row is left out.' : `${counted(left, 'row')} ${left === 1 ? 'is' : 'are'} left out.`;
  return { text: mode === 'replace' ? '' : leftOut, isBlocked: false };
};

const NOTHING: Record<ImportMode, string> = {
  add: 'No row has a new product.',
  update: 'No product would change.',
  replace: 'No row has a product with stock.',
};

/**
 * "214 rows: 210 will be applied, 4 refused" before an import, and "210 were applied, 4 refused" after it. Outcomes without
 * rows are left out. Some rows only add to the item of another, and then the items are counted too.
 */
export const statsWords = (
  { mode, skipProblems }: Pick<ImportRequest, 'mode' | 'skipProblems'>,
  { stats: { rows, applied, skipped, refused }, counts }: Pick<ImportPreview, 'stats' | 'counts'>,
  when: 'will be' | 'was',
): string => {
  // Whoever skips the rows that can't be used refuses nothing.
  const outcomes = skipProblems ? { applied, skipped: skipped + refused, refused: 0 } : { applied, skipped, refused };
  const parts = (['applied', 'skipped', 'refused'] as const).filter((outcome) => outcomes[outcome] > 0);
  const verb = when === 'was' && outcomes[parts[0] ?? 'applied'] !== 1 ? 'were' : when;
  const items = itemsOf(mode, counts);
  const asItems = items > 0 && items !== outcomes.applied ? ` (${counted(items, 'item')})` : '';
  const said = parts.map(
    (outcome, at) =>
      `${formatCount(outcomes[outcome])} ${at === 0 ? `${verb} ` : ''}${outcome}${outcome === 'applied' ? asItems : ''}`,
  );
  return `${counted(rows, 'row')}: ${said.join(', ') || `none ${verb} applied`}.`;
};

/** The mode that fits a file better than the one it has, if that leaves out every row. */
export const betterMode = (mode: ImportMode, { applied, skipped }: ImportPreview['stats']): ImportMode | null => {
  if (applied > 0 || skipped === 0 || mode === 'replace') return null;
  return mode === 'add' ? 'update' : 'add';
};
