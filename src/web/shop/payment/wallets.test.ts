import { expect, test } from 'vitest';
import { inGroups, walletsOf } from './wallets.ts';

test('a shop shows the wallets it has, each as an address a wallet can open', () => {
  expect(walletsOf({ btcAddress: 'bc1qexample', ltcAddress: null })).toEqual([
    { name: 'Bitcoin', address: 'bc1qexample', uri: 'bitcoin:bc1qexample' },
  ]);
  expect(walletsOf({ btcAddress: 'b', ltcAddress: 'l' }).map(({ uri }) => uri)).toEqual(['bitcoin:b', 'litecoin:l']);
  expect(walletsOf({ btcAddress: null, ltcAddress: null })).toEqual([]);
});

test('an address is read in groups of four, and nothing of it is lost', () => {
  expect(inGroups('bc1qw508d6')).toEqual(['bc1q', 'w508', 'd6']);
});
