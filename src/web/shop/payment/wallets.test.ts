import { expect, test } from 'vitest';
import { ownNames, paymentCode, paymentLink, walletsOf } from './wallets.ts';

test('a shop shows the wallets that are set, each as an address that a wallet app can open', () => {
  expect(walletsOf({ btcAddress: 'bc1qexample', ltcAddress: null }, [])).toEqual([
    { coin: 'BTC', name: 'Bitcoin', address: 'bc1qexample', uri: 'bitcoin:bc1qexample' },
  ]);
  expect(walletsOf({ btcAddress: 'b', ltcAddress: 'l' }, []).map(({ uri }) => uri)).toEqual([
    'bitcoin:b',
    'litecoin:l',
  ]);
  expect(walletsOf({ btcAddress: null, ltcAddress: null }, [])).toEqual([]);
});

const request = { amount: '0.00312345', orderNumber: 1005 };

test('an order is paid to its own address, and in a coin without one to the wallet of the shop', () => {
  const own = [{ coin: 'BTC', address: 'bc1qown' } as const];
  expect(walletsOf({ btcAddress: 'b', ltcAddress: 'l' }, own).map(({ uri }) => uri)).toEqual([
    'bitcoin:bc1qown',
    'litecoin:l',
  ]);
  expect(walletsOf({ btcAddress: null, ltcAddress: null }, own).map(({ address }) => address)).toEqual(['bc1qown']);
});

test.each([
  [
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.00312345&label=Order%201005',
    'BITCOIN:BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ?amount=0.00312345&label=Order%201005',
  ],
  [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=0.00312345&label=Order%201005',
    'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=0.00312345&label=Order%201005',
  ],
])('a wallet app is asked for the amount of the order: %s', (btcAddress, link, code) => {
  const [wallet] = walletsOf({ btcAddress, ltcAddress: null }, []);
  expect(paymentLink(wallet!, request)).toBe(link);
  expect(paymentCode(wallet!, request)).toBe(code);
  expect(paymentLink(wallet!, null)).toBe(`bitcoin:${btcAddress}`);
});

test('the coins with an address for each order are named', () => {
  expect(ownNames([])).toBe('');
  expect(ownNames(['BTC'])).toBe('Bitcoin');
  expect(ownNames(['LTC', 'BTC'])).toBe('Bitcoin and Litecoin');
});
