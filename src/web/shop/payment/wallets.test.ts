import { expect, test } from 'vitest';
import { inGroups, walletsOf } from './wallets.ts';

test('a shop shows the wallets that are set, each as an address that a wallet app can open', () => {
  expect(walletsOf({ btcAddress: 'bc1qexample', ltcAddress: null })).toEqual([
    { coin: 'BTC', name: 'Bitcoin', address: 'bc1qexample', uri: 'bitcoin:bc1qexample' },
  ]);
  expect(walletsOf({ btcAddress: 'b', ltcAddress: 'l' }).map(({ uri }) => uri)).toEqual(['bitcoin:b', 'litecoin:l']);
  expect(walletsOf({ btcAddress: null, ltcAddress: null })).toEqual([]);
});

test('an address is shown in groups of four, and keeps every character', () => {
  expect(inGroups('bc1qw508d6')).toEqual(['bc1q', 'w508', 'd6']);
});
