import { expect, test } from 'vitest';
import { onceEach, onceEachText } from './once-each.ts';

test('each object is read once, also one whose value is nothing', () => {
  const read: string[] = [];
  const sizeOf = onceEach((product: { name: string; size: number | null }) => {
    read.push(product.name);
    return product.size;
  });
  const [small, unknown] = [
    { name: 'small', size: 0 },
    { name: 'unknown', size: null },
  ];
  expect([small, unknown, small, unknown, { ...small }].map(sizeOf)).toEqual([0, null, 0, null, 0]);
  expect(read).toEqual(['small', 'unknown', 'small']);
});

test('each text is read once, until there are too many: then all are forgotten', () => {
  const read: string[] = [];
  const lengthOf = onceEachText((text) => {
    read.push(text);
    return text.length;
  }, 2);
  expect(['', 'ab', '', 'ab'].map(lengthOf)).toEqual([0, 2, 0, 2]);
  expect(read).toEqual(['', 'ab']);
  expect(['abc', 'abc', 'ab', 'abc', ''].map(lengthOf)).toEqual([3, 3, 2, 3, 0]);
  expect(read).toEqual(['', 'ab', 'abc', 'ab', '']);
});
