import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { compareNames } from './natural-order.ts';

const expectOrder = (sorted: readonly string[]): void => {
  expect([...sorted].sort(compareNames)).toEqual(sorted);
  expect([...sorted].reverse().sort(compareNames)).toEqual(sorted);
};

test('names are in the order of English: signs, digits, then letters, with accents and case only as a tie-break', () => {
  expectOrder([
    '',
    '-',
    '(Half)',
    '3.5 g',
    'apple',
    'Banana',
    'Blue',
    'Blue Dream',
    'crème',
    'cross',
    'dream',
    'Dream',
  ]);
  expect(compareNames('Blue', 'Blue')).toBe(0);
});

describe('numbers in names count as decimal numbers', () => {
  test.each([
    ['sizes of flower', ['Harbour Fog - 3.5G', 'Harbour Fog - 7G', 'Harbour Fog - 14G', 'Harbour Fog - 28G']],
    ['volumes of carts', ['.5G', '1G', '1.5G', '2G', '3.5G', '14G']],
    ['decimals of different length', ['1.05 g', '1.25 g', '1.5 g', '1.75g']],
    ['a number behind a dot that is no decimal point', ['Greenhouse No.4', 'Greenhouse No.10', 'Greenhouse No.40']],
    ['decimals of different length before other digits', ['1.125 g', '1.13 g', '1.2 g']],
    ['decimals without a whole number', ['Haze .125G', 'Haze .13G', 'Haze .2G', 'Haze 1G']],
    ['thousands', ['Gummies 100mg', 'Gummies 500mg', 'Gummies 1,000mg', 'Gummies 2000mg']],
    ['many thousands', ['Gummies 900mg', 'Gummies 2,000mg', 'Gummies 12,000mg', 'Gummies 1,000,000mg']],
    ['thousands with decimals', ['Jar 1,000.125 g', 'Jar 1,000.13 g', 'Jar 1,000.2 g']],
    ['numbers in brackets', ['Haze (.5G)', 'Haze (1G)', 'Haze (10G)']],
    ['a number before words', ['9 Pound Hammer', '12 Pack Minis']],
    ['case and numbers: the number decides first', ['blue 2', 'Blue 2', 'blue 3', 'Blue 10']],
    ['one number, written in different ways', ['Haze 01', 'Haze 1', 'Haze 1.0', 'Haze 1.5']],
    ['codes, which are no amounts', ['SKU 11111111111111', 'SKU 22222222222221']],
  ])('%s', (_, sorted) => {
    expectOrder(sorted);
  });

  test('for any two amounts', () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 }).map((units) => units / 1000);
    const written = fc.tuple(amount, fc.boolean()).map(([value, bare]) => ({
      value,
      text: bare ? String(value).replace(/^0\./, '.') : String(value),
    }));
    fc.assert(
      fc.property(written, written, (a, b) => {
        fc.pre(a.value !== b.value);
        const order = Math.sign(compareNames(`Haze - ${a.text}G`, `Haze - ${b.text}G`));
        expect(order).toBe(Math.sign(a.value - b.value));
      }),
    );
  });
});

test('the order is total: it does not depend on the order before, and only equal names are equal', () => {
  const name = fc
    .array(fc.constantFrom('Blue', 'blue', ' ', '.', '-', '1', '.5', '1.5', '14', '01', 'G', ','), { maxLength: 6 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), (names) => {
      const sorted = [...names].sort(compareNames);
      expect([...names].reverse().sort(compareNames)).toEqual(sorted);
      for (const [at, earlier] of sorted.entries()) {
        for (const later of sorted.slice(at)) expect(compareNames(earlier, later)).toBeLessThanOrEqual(0);
      }
    }),
  );
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(Math.sign(compareNames(a, b))).toBe(-Math.sign(compareNames(b, a)) + 0);
      if (a !== b && a.normalize() !== b.normalize()) expect(compareNames(a, b)).not.toBe(0);
    }),
  );
});

test('a comparison that was prepared makes nothing that takes long', async () => {
  const { Collator } = Intl;
  onTestFinished(() => {
    Intl.Collator = Collator;
  });
  let made = 0;
  Intl.Collator = new Proxy(Collator, {
    construct: (target, args) => {
      made += 1;
      return Reflect.construct(target, args);
    },
  });
  vi.resetModules();
  const fresh = await import('./natural-order.ts');
  expect(made).toBe(0);
  fresh.prepareToCompareNames();
  expect(made).toBe(1);
  expect(fresh.compareNames('Haze 2', 'Haze 10')).toBeLessThan(0);
  expect(made).toBe(1);
});
