import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatWindow,
  LIMIT_KINDS,
  LIMIT_UNITS,
  type LimitRule,
  meterText,
  ruleText,
  stricterThan,
  usualAmount,
} from './purchase-limits.ts';
import { mistakeText, parseLimits } from './purchase-limits-parser.ts';

const HOUR = 3_600_000;
const rulesOf = (text: string): LimitRule[] => {
  const { rules, mistake } = parseLimits(text);
  if (mistake) throw new Error(mistakeText(mistake));
  return rules;
};

describe('limits are read', () => {
  test('with several rules, also for one kind, in their order', () => {
    expect(rulesOf('flower=28g/1d; concentrate=8g/1d; edible=800mg/1d; flower=100g/30d')).toEqual([
      { kind: 'flower', unit: 'g', max: 28, window: '1d', windowMs: 24 * HOUR, amountIfUnknown: null },
      { kind: 'concentrate', unit: 'g', max: 8, window: '1d', windowMs: 24 * HOUR, amountIfUnknown: null },
      { kind: 'edible', unit: 'mg', max: 800, window: '1d', windowMs: 24 * HOUR, amountIfUnknown: null },
      { kind: 'flower', unit: 'g', max: 100, window: '30d', windowMs: 720 * HOUR, amountIfUnknown: null },
    ]);
  });

  test.each([
    ['flower=28g/1d?3.5g', { max: 28, amountIfUnknown: 3.5 }],
    ['  FLOWER = 28 G / 1 D ? 3.5 g ; ', { kind: 'flower', window: '1d', amountIfUnknown: 3.5 }],
    ['any=5pcs/12h', { kind: 'any', unit: 'pcs', max: 5, window: '12h', windowMs: 12 * HOUR }],
    ['vape=.5g/0.001h', { max: 0.5, windowMs: 3600 }],
    ['topical=1000000mg/366d', { max: 1_000_000, windowMs: 366 * 24 * HOUR }],
  ])('%s', (text, rule) => {
    expect(rulesOf(text)).toEqual([expect.objectContaining(rule)]);
  });

  test.each(['', '   ', 'none', ' None '])('as none from %j', (text) => {
    expect(rulesOf(text)).toEqual([]);
  });

  test('however they are spaced and written', () => {
    const space = fc.constantFrom('', ' ', '  ', '\t');
    const rule = fc.record({
      kind: fc.constantFrom(...LIMIT_KINDS),
      unit: fc.constantFrom(...LIMIT_UNITS),
      max: fc.integer({ min: 1, max: 1_000_000 }),
      length: fc.integer({ min: 1, max: 366 }),
      windowUnit: fc.constantFrom('h' as const, 'd' as const),
      amount: fc.option(fc.integer({ min: 1, max: 1000 })),
    });
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 20 }), space, (rules, gap) => {
        const text = rules
          .map(({ kind, unit, max, length, windowUnit, amount }) =>
            [kind, '=', max, unit, '/', length, windowUnit, ...(amount === null ? [] : ['?', amount, unit])].join(gap),
          )
          .join(`;${gap}`);
        expect(rulesOf(text)).toEqual(
          rules.map(({ kind, unit, max, length, windowUnit, amount }) => ({
            kind,
            unit,
            max,
            window: `${length}${windowUnit}`,
            windowMs: length * (windowUnit === 'h' ? HOUR : 24 * HOUR),
            amountIfUnknown: amount,
          })),
        );
      }),
    );
  });
});

describe('a mistake is named with its place:', () => {
  test.each([
    ['flower', 'rule 1, character 7: a "=" is missing'],
    [
      'bread=1g/1d',
      'rule 1, character 1 ("bread=1g/1d"): a rule begins with flower, concentrate, vape, edible, topical or any',
    ],
    ['flower=28g/1d; edible=8x/1d', 'rule 2, character 24 ("x/1d"): the unit must be g, mg or pcs'],
    ['flower=28/1d', 'rule 1, character 10 ("/1d"): the unit must be g, mg or pcs'],
    ['flower=-28g/1d', 'rule 1, character 8 ("-28g/1d"): an amount above 0 is needed, such as 28g'],
    ['flower=0g/1d', 'rule 1, character 8 ("0g/1d"): an amount must be above 0 and at most 1,000,000'],
    ['flower=1e309g/1d', 'rule 1, character 9 ("e309g/1d"): the unit must be g, mg or pcs'],
    ['flower=99999999g/1d', 'rule 1, character 8 ("99999999g/1d"): an amount must be above 0 and at most 1,000,000'],
    ['flower=1.2345g/1d', 'rule 1, character 8 ("1.2345g/1d"): an amount has at most three decimals'],
    ['any=1.5pcs/1d', 'rule 1, character 5 ("1.5pcs/1d"): pieces must be a whole number'],
    ['flower=28g', 'rule 1, character 11: a "/" and the window are missing, such as /1d'],
    ['flower=28g/d', 'rule 1, character 12 ("d"): a window is a number of hours or days, such as 12h or 3d'],
    ['flower=28g/1w', 'rule 1, character 13 ("w"): a window ends with h for hours or d for days'],
    ['flower=28g/0h', 'rule 1, character 12 ("0h"): a window has at least a second and at most 366 days'],
    ['flower=28g/367d', 'rule 1, character 12 ("367d"): a window has at least a second and at most 366 days'],
    ['flower=28g/1d?100mg', 'rule 1, character 18 ("mg"): the unit must be g, as in the limit'],
    [
      'flower=28g/1d, edible=1g/1d',
      'rule 1, character 14 (", edible=1g/1d"): a rule ends here; rules are separated by ";"',
    ],
    [';flower=28g/1d', 'rule 1, character 1: a rule begins with flower, concentrate, vape, edible, topical or any'],
    [
      'flower=28g/1d;;edible=1g/1d',
      'rule 2, character 15: a rule begins with flower, concentrate, vape, edible, topical or any',
    ],
  ])('%s', (text, message) => {
    const { mistake } = parseLimits(text);
    expect(mistake && mistakeText(mistake)).toBe(message);
  });

  test('more rules than anybody needs', () => {
    const { mistake } = parseLimits(Array.from({ length: 21 }, () => 'any=1g/1d').join(';'));
    expect(mistake).toMatchObject({ rule: 21, problem: 'there can be at most 20 rules' });
  });

  test('any text is read or has a place inside it', () => {
    const parts = fc.constantFrom(
      'flower',
      '=',
      '28',
      'g',
      '/',
      '1',
      'd',
      '?',
      ';',
      ' ',
      'x',
      '.',
      '-',
      'e9',
      'mg',
      'pcs',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 20 }), (chosen) => {
        const text = chosen.join('');
        const { mistake } = parseLimits(text);
        if (!mistake) return;
        expect(mistake.character).toBeGreaterThanOrEqual(1);
        expect(mistake.character).toBeLessThanOrEqual(text.length + 1);
        expect(
          text
            .slice(mistake.character - 1)
            .trimStart()
            .startsWith(mistake.text),
        ).toBe(true);
      }),
    );
  });
});

test.each([
  ['1h', '1 hour'],
  ['12h', '12 hours'],
  ['0.5h', '0.5 hours'],
  ['1d', '24 hours'],
  ['3d', '3 days'],
  ['48h', '48 hours'],
])('the window %s reads %s', (window, words) => {
  expect(formatWindow(window)).toBe(words);
});

test('meters and rules are words', () => {
  expect(meterText(7, rulesOf('flower=14g/1d')[0]!)).toBe('7 of 14 g in 24 hours');
  expect(meterText(0.5, rulesOf('edible=1200mg/3d')[0]!)).toBe('0.5 of 1,200 mg in 3 days');
  expect(meterText(2, rulesOf('any=5pcs/12h')[0]!)).toBe('2 of 5 pieces in 12 hours');
  expect(ruleText(rulesOf('vape=1pcs/2d')[0]!)).toBe('1 piece of vape products in 2 days');
  expect(ruleText(rulesOf('flower=28g/1d')[0]!)).toBe('28 g of flower in 1 day');
  expect(ruleText(rulesOf('any=5pcs/1h')[0]!)).toBe('5 pieces of products in 1 hour');
  expect(ruleText(rulesOf('edible=0.8g/36.5h')[0]!)).toBe('0.8 g of edibles in 36.5 hours');
});

describe('a limit changes nothing beside a stricter one:', () => {
  test.each([
    ['a longer time and no more', 'flower=28g/1d; flower=14g/7d', ['14 g of flower in 7 days', null]],
    ['the same time and less', 'flower=56g/1d; flower=28g/1d', ['28 g of flower in 1 day', null]],
    ['all products', 'flower=28g/1d; any=28g/1d', ['28 g of products in 1 day', null]],
    ['alike: the later one', 'flower=28g/1d; flower=28g/24h', [null, '28 g of flower in 1 day']],
    ['more over a longer time', 'flower=28g/1d; flower=100g/30d', [null, null]],
    ['more than the shorter time lets through', 'flower=28g/1d; flower=300g/7d', [null, '28 g of flower in 1 day']],
    ['another kind', 'flower=28g/1d; vape=14g/7d', [null, null]],
    ['another unit', 'edible=800mg/3d; edible=3pcs/3d', [null, null]],
    ['products of unknown weight that only one refuses', 'flower=28g/1d; flower=14g/7d?3.5g', [null, null]],
  ])('%s', (_name, text, expected) => {
    const rules = rulesOf(text);
    const words = rules.map((rule) => stricterThan(rule, rules)).map((other) => other && ruleText(other));
    expect(words).toEqual(expected);
  });

  test('of limits that make each other pointless, one always stays', () => {
    const rule = fc.record({
      kind: fc.constantFrom(...LIMIT_KINDS),
      unit: fc.constantFrom(...LIMIT_UNITS),
      max: fc.integer({ min: 1, max: 4 }),
      windowMs: fc.integer({ min: 1, max: 3 }),
      amountIfUnknown: fc.option(fc.integer({ min: 1, max: 2 })),
    });
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 5 }), (drawn) => {
        const rules = drawn.map((each) => ({ ...each, window: `${each.windowMs}h` }));
        // Following the stricter rules ends at one that no other is stricter than.
        for (let current: LimitRule | null = rules[0] ?? null, steps = 0; current; steps++) {
          expect(steps).toBeLessThanOrEqual(rules.length);
          current = stricterThan(current, rules);
        }
      }),
    );
  });
});

test.each([
  ['flower', 'g', 3.5],
  ['concentrate', 'g', 1],
  ['edible', 'mg', 100],
  ['any', 'g', 3.5],
  ['flower', 'mg', null],
  ['any', 'pcs', null],
] as const)('a piece of %s counts a usual amount in %s: %s', (kind, unit, amount) => {
  expect(usualAmount(kind, unit)).toBe(amount);
});
