import { expect, test } from 'vitest';
import { likelyPayment, restOf } from './likely-payment.ts';

type Receipt = Parameters<typeof restOf>[0];

const quote = (coin: 'BTC' | 'LTC') => ({ coin }) as Receipt['quotes'][number];
const receipt = (more: Partial<Receipt> = {}): Receipt => ({
  ...{ status: 'paid', due: '75.00', difference: null, received: null, coin: null, txid: null },
  ...{ payments: [], addresses: [], quotes: [] },
  ...more,
});

test.each<[string, Partial<Receipt>, string, string]>([
  ['what the member reported', { coin: 'LTC', quotes: [quote('BTC'), quote('LTC')] }, 'LTC', 'LTC'],
  ['the only coin of the order', { quotes: [quote('LTC')] }, 'LTC', 'LTC'],
  ['one of two coins is a guess, for a form only', { quotes: [quote('BTC'), quote('LTC')] }, 'BTC', ''],
  ['so is the first coin of the shop', {}, 'BTC', ''],
])('the coin of a payment is %s', (_, facts, inForm, entered) => {
  expect(likelyPayment(receipt(facts), 'received', ['BTC', 'LTC']).coin).toBe(inForm);
  expect(restOf(receipt(facts)).coin).toBe(entered);
});

test('a payment is what is due with the transaction that was reported, and a refund what is too much', () => {
  expect(restOf(receipt({ txid: 'f4184fc5' }))).toEqual({
    kind: 'received',
    dollars: '75.00',
    coin: '',
    txid: 'f4184fc5',
  });
  const over = receipt({ due: '0.00', received: '80.00', difference: '5.00' });
  expect(likelyPayment(over, 'refunded', ['BTC'])).toEqual({ dollars: '5.00', coin: '', txid: '' });
  const whole = receipt({ due: '0.00', received: '75.00', difference: '0.00' });
  expect(likelyPayment(whole, 'refunded', [])).toMatchObject({ dollars: '75.00' });
  const ended = { ...over, status: 'cancelled' } as const;
  expect(likelyPayment(ended, 'refunded', [])).toMatchObject({ dollars: '80.00' });
});
