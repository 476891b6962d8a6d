import { expect, test } from 'vitest';
import type { ImportField } from '#domain/import-mapping.ts';
import { decimalExample, fits, withField } from './typed-mapping.ts';

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

test('a kept mapping fits a file with as many columns', () => {
  const columns = ['a', 'b'].map((name) => ({ name, samples: [], field: null }));
  expect(fits({ name: 'Delivery', mapping: mappingOf('name', 'price') }, { columns })).toBe(true);
  expect(fits({ name: 'Delivery', mapping: mappingOf('name') }, { columns })).toBe(false);
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
