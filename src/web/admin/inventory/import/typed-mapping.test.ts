import { expect, test } from 'vitest';
import type { ImportField } from '#domain/import-mapping.ts';
import { decimalExample, mappingFor, withField } from './typed-mapping.ts';

const mapping = (...fields: (ImportField | null)[]) =>
  ({ fields, price: 'final', quantity: 'set', decimals: null }) as const;
const mappingOf = (...fields: (ImportField | null)[]) => ({ ...mapping(...fields), fields });

test.each<[string, (ImportField | null)[], number, ImportField | null, (ImportField | null)[]]>([
  ['becomes the price', ['name', null], 1, 'price', ['name', 'price']],
  ['takes the price from the other one', ['price', null], 1, 'price', [null, 'price']],
  ['is no longer read', ['name', 'price'], 1, null, ['name', null]],
  ['has more pictures', ['images', null], 1, 'images', ['images', 'images']],
  ['has more tags', ['tags', null, 'name'], 1, 'tags', ['tags', 'tags', 'name']],
])('a column %s', (_, before, at, field, after) => {
  expect(withField(mappingOf(...before), at, field)).toEqual(mappingOf(...after));
});

const columnsOf = (...names: string[]) => ({ columns: names.map((name) => ({ name, samples: [], field: null })) });

test('a kept mapping without names of columns fits a file with as many', () => {
  const kept = { name: 'Delivery', mapping: mappingOf('name', 'price') };
  expect(mappingFor(kept, columnsOf('a', 'b'))).toEqual({ mapping: kept.mapping, missing: [] });
  expect(mappingFor(kept, columnsOf('a'))).toBeNull();
});

test.each<[string, string[], (ImportField | null)[] | null, string[]]>([
  ['in another order', ['Price', 'Name', 'Shelf'], ['price', 'name', 'qty'], []],
  ['in other bytes', ['NAME ', 'shelf', 'Price', 'New'], ['name', 'qty', 'price', null], []],
  ['without one that is read', ['Name', 'Price'], ['name', 'price'], ['Shelf']],
  ['that has none of them', ['Date', 'Text', 'Amount'], null, []],
])('a kept mapping finds its columns by name in a file %s', (_, names, fields, missing) => {
  const kept = { name: 'Delivery', mapping: mappingOf('name', 'qty', 'price'), columns: ['Name', 'Shelf', 'Price'] };
  const found = mappingFor(kept, columnsOf(...names));
  expect(found && { fields: found.mapping.fields, missing: found.missing }).toEqual(fields && { fields, missing });
});

test('two columns of one name are read in their order', () => {
  const kept = { name: 'Twice', mapping: mappingOf('name', null, 'price'), columns: ['Name', 'Price', 'Price'] };
  expect(mappingFor(kept, columnsOf('Price', 'Price', 'Name'))?.mapping.fields).toEqual([null, 'price', 'name']);
});

const column = (...samples: string[]) => ({ name: 'x', samples, field: null });

test.each([
  ['a price', [column('Owl'), column('12.50', '1.234')], ['1.234', '1.234', '1,234']],
  ['a stock', [column('1,234'), column('5')], ['1,234', '1,234', '1.234']],
  ['a price of cents', [column('Owl'), column('1.250')], ['1.250', '1.25', '1,250']],
])('a number that can be read in two ways is shown in both: %s', (_, columns, [written, point, comma]) => {
  const fields: (ImportField | null)[] = columns[0]!.samples[0] === 'Owl' ? ['name', 'price'] : ['qty', 'price'];
  expect(decimalExample({ columns }, { fields })).toEqual({ written, point, comma });
});

test('texts, and numbers that can be read in one way, are no example', () => {
  expect(
    decimalExample({ columns: [column('1.234'), column('12.50', 'free')] }, { fields: ['name', 'price'] }),
  ).toBeNull();
});
