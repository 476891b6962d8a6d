/* What a value from a store is. The way to the list needs no more, so it loads no library for schemas. */

type Is<Value> = (value: unknown) => value is Value;
export type Kinds<Fields> = { readonly [Name in keyof Fields]-?: Is<Fields[Name]> };

export const isText: Is<string> = (value) => typeof value === 'string';
export const isNumber: Is<number> = (value) => typeof value === 'number';
export const isFlag: Is<boolean> = (value) => typeof value === 'boolean';

export const orNull =
  <Value>(is: Is<Value>): Is<Value | null> =>
  (value): value is Value | null =>
    value === null || is(value);

export const oneOf =
  <const Value extends string>(values: readonly Value[]): Is<Value> =>
  (value): value is Value =>
    values.some((known) => known === value);

export const listOf =
  <Value>(is: Is<Value>): Is<Value[]> =>
  (value): value is Value[] =>
    Array.isArray(value) && value.every(is);

export const withFields =
  <Fields extends object>(kinds: Kinds<Fields>): Is<Fields> =>
  (value): value is Fields =>
    typeof value === 'object' &&
    value !== null &&
    (Object.keys(kinds) as (keyof Fields)[]).every((name) => kinds[name]((value as Fields)[name]));
