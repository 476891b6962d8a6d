import { expect, test } from 'vitest';
import { chainWords } from './chain-words.ts';

const on = (confirmations: number, needed = 2) => ({ height: null, confirmations, needed });

test.each([
  ['Seen', true, on(0)],
  ['1 of 2 confirmations', true, on(1)],
  ['2 confirmations', true, on(2)],
  ['1 confirmation', true, on(1, 1)],
  ['No longer counts: the chain does not have it any more', false, on(0)],
  ['Counted once, as it was seen', false, null],
  [null, true, null],
])('the panel says of a payment: %s', (words, counts, chain) => {
  expect(chainWords({ counts, chain })).toBe(words);
});
