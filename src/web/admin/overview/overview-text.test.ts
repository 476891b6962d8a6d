import { expect, test } from 'vitest';
import { changePercent, changeText, comparedText, dayText, stockText, todaySentence } from './overview-text.ts';

/** Days that end with Sunday, November 22, 2026. */
const days = (lastWeek: [number, string], today: [number, string]) =>
  Array.from({ length: 9 }, (_, index) => {
    const [orders, sales] = index === 1 ? lastWeek : index === 8 ? today : [0, '0.00'];
    return { date: `2026-11-${14 + index}`, orders, sales };
  });

test.each([
  [[4, '1075.00'], [7, '1204.00'], '7 orders, $1,204.00 today, up 12% from last Sunday.'],
  [[4, '2000.00'], [1, '500.00'], '1 order, $500.00 today, down 75% from last Sunday.'],
  [[1, '146.00'], [3, '1056.00'], '3 orders, $1,056.00 today, about 7 times as much as last Sunday.'],
  [[1, '100.00'], [3, '240.00'], '3 orders, $240.00 today, more than double last Sunday.'],
  [[4, '500.00'], [1, '500.00'], '1 order, $500.00 today, the same as last Sunday.'],
  [[0, '0.00'], [2, '30.50'], '2 orders, $30.50 today.'],
  [[3, '90.00'], [0, '0.00'], 'No sales yet today. Last Sunday it was 3 orders, $90.00.'],
  [[0, '0.00'], [0, '0.00'], 'No sales yet today.'],
] as const)('last Sunday %j and today %j read "%s"', (lastWeek, today, sentence) => {
  expect(todaySentence(days([...lastWeek], [...today]))).toBe(sentence);
});

test('a shop without a whole week of days compares nothing', () => {
  expect(todaySentence(days([4, '1.00'], [7, '1204.00']).slice(-3))).toBe('7 orders, $1,204.00 today.');
  expect(todaySentence([])).toBe('');
});

test('a change is a whole percentage, and nothing to compare with is no change', () => {
  expect(changePercent('110.00', '100.00')).toBe(10);
  expect(changePercent(1, 3)).toBe(-67);
  expect(changePercent('5.00', '0.00')).toBe(null);
  expect([changeText(12), changeText(-5), changeText(0)]).toEqual(['up 12%', 'down 5%', 'the same']);
});

test('what has more than doubled is told in times', () => {
  expect([100, 101, 149, 150, 623, 123_400].map(changeText)).toEqual([
    'up 100%',
    'more than double',
    'more than double',
    'about 3 times',
    'about 7 times',
    'about 1,235 times',
  ]);
  expect([comparedText(-5, 'then'), comparedText(0, 'then'), comparedText(623, 'then')]).toEqual([
    'down 5% from then',
    'the same as then',
    'about 7 times as much as then',
  ]);
});

test('days are written out', () => {
  expect(dayText({ date: '2026-11-01', orders: 1, sales: '12.00' })).toBe('Sun, Nov 1: $12.00 from 1 order');
});

test('the stock of an item says how long it lasts, or why none can be ordered', () => {
  expect(stockText(3, { available: 5, reserved: 2 })).toBe('3 days');
  expect(stockText(1, { available: 1, reserved: 0 })).toBe('1 day');
  expect(stockText(0, { available: 1, reserved: 9 })).toBe('less than a day');
  expect(stockText(0, { available: 0, reserved: 3 })).toBe('all reserved');
  expect(stockText(0, { available: 0, reserved: 0 })).toBe('sold out');
});
