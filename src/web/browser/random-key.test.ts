import { expect, test } from 'vitest';
import { randomKey } from './random-key.ts';

test('a key is long and always different', () => {
  expect(randomKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(randomKey()).not.toBe(randomKey());
});
