import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readWrittenNumber } from './import-numbers.ts';

test.each([
  ['40', '40'],
  ['12.50', '12.50'],
  ['12,50', '12.50'],
  ['$12.50', '12.50'],
  ['12.50 USD', '12.50'],
  ['US$ 12.50', '12.50'],
  ['60,00 €', '60.00'],
  ['1,234.56', '1234.56'],
  ['1.234,56', '1234.56'],
  ['1,234,567', '1234567'],
  ['1.234.567,8', '1234567.8'],
  ['1 234', '1234'],
  ['1\u202f234,5', '1234.5'],
  ["1'234.50", '1234.50'],
  ['.5', '0.5'],
  ['0.500', '0.500'],
  ['0,125', '0.125'],
  ['-2', '-2'],
  ['+7', '7'],
  ['1234,567', '1234.567'],
  ['12.', '12'],
  ['14 pcs', '14'],
  ['12x', '12'],
  ['12 Stk.', '12'],
  ['40 Stück', '40'],
  ['$30 / ea', '30'],
  ['9.50 each', '9.50'],
])('%s is %s', (written, digits) => {
  expect(readWrittenNumber(written, null)).toEqual({ digits });
});

test.each(['1,234', '1.234', '12.345', '-1,000', '$1,000'])('%s can be read in two ways', (written) => {
  expect(readWrittenNumber(written, null)).toEqual({ question: 'decimals' });
});

test.each(['', ' ', '-', '$', 'free', '1 2', '1,23,456', '12,34.56', '1.2.3', '1,2,3.4', '1e3', '0x10', '5 g', '٣'])(
  '"%s" is no number',
  (written) => {
    expect(readWrittenNumber(written, null)).toBeNull();
  },
);

test('what separates decimals answers the question', () => {
  expect(readWrittenNumber('1,234', 'point')).toEqual({ digits: '1234' });
  expect(readWrittenNumber('1,234', 'comma')).toEqual({ digits: '1.234' });
  expect(readWrittenNumber('1.234', 'point')).toEqual({ digits: '1.234' });
  expect(readWrittenNumber('1.234', 'comma')).toEqual({ digits: '1234' });
  // A comma before two digits separates no thousands.
  expect(readWrittenNumber('12,50', 'point')).toBeNull();
});

test('every amount is read as it was written, in both ways of writing, and is never another amount', () => {
  const amounts = fc.record({ dollars: fc.nat(99_999_999), cents: fc.nat(99), isGrouped: fc.boolean() });
  const written = (
    { dollars, cents, isGrouped }: { dollars: number; cents: number; isGrouped: boolean },
    point: string,
  ) => {
    const thousands = point === '.' ? ',' : '.';
    const whole = isGrouped ? String(dollars).replace(/\B(?=(?:\d{3})+$)/g, thousands) : String(dollars);
    return `${whole}${point}${String(cents).padStart(2, '0')}`;
  };
  fc.assert(
    fc.property(amounts, (amount) => {
      const digits = written({ ...amount, isGrouped: false }, '.');
      for (const [point, decimals] of [
        ['.', 'point'],
        [',', 'comma'],
      ] as const) {
        expect(readWrittenNumber(written(amount, point), decimals)).toEqual({ digits });
        expect(readWrittenNumber(written(amount, point), null)).toEqual({ digits });
      }
    }),
  );
});
