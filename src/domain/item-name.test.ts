import { expect, test } from 'vitest';
import { itemName, unsaidSize } from './item-name.ts';

const moss = { name: 'Moon Moss', size: null, weightLabel: null, labelCheck: null };

test.each([
  ['neither', moss, 'Moon Moss'],
  ['its size', { ...moss, size: '3.5g', weightLabel: '7g' }, 'Moon Moss (3.5g)'],
  ['its weight label', { ...moss, weightLabel: '7g' }, 'Moon Moss (7g)'],
  ['no doubtful label', { ...moss, weightLabel: '28g', labelCheck: {} }, 'Moon Moss'],
  ['what it says already once', { ...moss, name: 'Moon Moss - 7G', size: '7g' }, 'Moon Moss - 7G'],
])('the name of an item has %s', (_, item, name) => {
  expect(itemName(item)).toBe(name);
});

test('a table says the size that a name lacks', () => {
  expect(unsaidSize({ ...moss, size: '3.5g' })).toBe('3.5g');
  expect(unsaidSize(moss)).toBeNull();
  expect(unsaidSize({ ...moss, name: 'Moon Moss 3.5g', size: '3.5g' })).toBeNull();
});
