import { entriesCell } from './import-table.ts';

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** A value as the text of a cell: lists have entries, and what is no plain value is blank. */
export const cellOf = (value: unknown): string => {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? numberText(value) : '';
  return Array.isArray(value) ? entriesCell(value.map(cellOf)) : '';
};

/** Without an exponent, so that it is read like a written number. */
const numberText = (value: number): string =>
  /e/i.test(String(value)) ? BigInt(Math.trunc(value)).toString() : String(value);

/** The first of these fields that has a value. */
export const firstOf = (object: Json, ...names: readonly string[]): string => {
  for (const name of names) {
    const cell = cellOf(object[name]);
    if (cell !== '') return cell;
  }
  return '';
};

/** Returns whether a product is not for sale in the system that it comes from. */
export const isOffSale = (product: Json): boolean =>
  /^(?:inactive|draft|archived|unpublished|unlisted)$/i.test(firstOf(product, 'Status', 'status')) ||
  ['active', 'isActive', 'is_active', 'published', 'enabled'].some((name) => product[name] === false);

/** Numbers of JSON have a point. */
export const JSON_NUMBERS = { decimals: 'point' } as const;

/** The list that a value is. Some systems wrap it: `{edges: [{node: …}]}`, `{nodes: […]}`. Null if it is none. */
export const listIn = (value: unknown): readonly unknown[] | null => {
  if (Array.isArray(value)) return value.every(isNode) ? value.map(({ node }: Json) => node) : value;
  if (!isObject(value)) return null;
  const wrapped = value.edges ?? value.nodes;
  return Array.isArray(wrapped) ? listIn(wrapped) : null;
};

const isNode = (value: unknown): value is Json => isObject(value) && isObject(value.node);
