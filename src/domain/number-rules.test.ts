import { expect, test } from 'vitest';
import { type NumberRule, numberProblem, plainNumber, typedNumber } from './number-rules.ts';

const WHOLE: NumberRule = { min: 1, max: 99, kind: 'whole' };
const DOLLARS: NumberRule = { min: 0, max: 100, kind: 'dollars' };
const HOURS: NumberRule = { min: 0, max: 48, kind: 'above0', noun: 'hours' };
const ANY: NumberRule = { min: -2, max: 10 };

test.each<[string, NumberRule, string | null]>([
  ['1', WHOLE, null],
  ['99', WHOLE, null],
  [' 21 ', WHOLE, null],
  ['+5', WHOLE, null],
  ['2e1', WHOLE, null],
  ['5.', WHOLE, null],
  ['0', WHOLE, 'must be at least 1'],
  ['-5', WHOLE, 'must be at least 1'],
  ['100', WHOLE, 'must be at most 99'],
  ['1.5', WHOLE, 'must be a whole number from 1 to 99'],
  ['', WHOLE, 'must be a whole number from 1 to 99'],
  [' ', WHOLE, 'must be a whole number from 1 to 99'],
  ['a lot', WHOLE, 'must be a whole number from 1 to 99'],
  ['1 000', WHOLE, 'must be a whole number from 1 to 99'],
  ['0x10', WHOLE, 'must be a whole number from 1 to 99'],
  ['x5', WHOLE, 'must be a whole number from 1 to 99'],
  ['5x', WHOLE, 'must be a whole number from 1 to 99'],
  ['NaN', WHOLE, 'must be a whole number from 1 to 99'],
  ['0', DOLLARS, null],
  ['12.50', DOLLARS, null],
  ['.29', DOLLARS, null],
  ['100', DOLLARS, null],
  ['12.505', DOLLARS, 'must have at most two decimals'],
  ['.001', DOLLARS, 'must have at most two decimals'],
  ['100.01', DOLLARS, 'must be at most 100'],
  ['12,50', DOLLARS, 'must be a number from 0 to 100'],
  ['.', DOLLARS, 'must be a number from 0 to 100'],
  ['1e', DOLLARS, 'must be a number from 0 to 100'],
  ['1e999', DOLLARS, 'must be a number from 0 to 100'],
  ['0.5', HOURS, null],
  ['48', HOURS, null],
  ['0', HOURS, 'must be above 0'],
  ['-1', HOURS, 'must be above 0'],
  ['49', HOURS, 'must be at most 48'],
  ['soon', HOURS, 'must be a number of hours above 0'],
  ['soon', { min: 0, max: 1, kind: 'above0' }, 'must be a number above 0'],
  ['-2', ANY, null],
  ['-2E-3', ANY, null],
  ['1.2345', ANY, null],
  ['12e+1', ANY, 'must be at most 10'],
  ['much', ANY, 'must be a number from -2 to 10'],
])('what is wrong with "%s" as a number of %j', (text, rule, problem) => {
  expect(numberProblem(text, rule)).toBe(problem);
});

test.each([
  ['12.50', '12.50'],
  [' 12,5 ', '12.5'],
  ['12,50', '12.50'],
  ['1,250', '1250'],
  ['1,250.50', '1250.50'],
  ['12,345,678', '12345678'],
  ['1.250,50', '1250.50'],
  ['$12', '12'],
  ['$ .5', '.5'],
  ['0,085', '0,085'],
  ['1,25,000', '1,25,000'],
  ['12,', '12,'],
  ['$', '$'],
  ['$a', '$a'],
  ['1.25,50', '1.25,50'],
  ['x12,50', 'x12,50'],
  ['12,50x', '12,50x'],
  ['x1,250', 'x1,250'],
  ['a lot', 'a lot'],
  ['\uff11\uff12.50', '12.50'],
  ['1 250', '1250'],
  ['1\u00a0250,50', '1250.50'],
  ['1\u202f250', '1250'],
  ["1'250.50", '1250.50'],
  ['1\u2019250', '1250'],
  ['12,50 \u20ac', '12.50'],
  ['US$12.50', '12.50'],
  ['USD 12.50', '12.50'],
  ['12.50 USD', '12.50'],
  ['\u221212', '-12'],
  ['1 25', '1 25'],
  ['12 50', '12 50'],
  ['1 2 3', '1 2 3'],
  ['12.50 per gram', '12.50 per gram'],
])('"%s" is meant as %s', (typed, meant) => {
  expect(plainNumber(typed)).toBe(meant);
});

test.each([
  ['12,50', 12.5],
  ['$1,250', 1250],
  [' 7 ', 7],
  ['', Number.NaN],
  [' ', Number.NaN],
  ['12.50.3', Number.NaN],
  ['12 g', Number.NaN],
  ['0x10', Number.NaN],
  ['Infinity', Number.NaN],
  ['1,25,0', Number.NaN],
])('"%s" is the number %d', (typed, number) => {
  expect(typedNumber(typed)).toBe(number);
});
