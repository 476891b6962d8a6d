import { expect, test } from 'vitest';
import { itemName } from './panel-item.ts';

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
