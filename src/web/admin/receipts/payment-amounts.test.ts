import { describe, expect, test } from 'vitest';
import { type AmountField, dollarsOf, linkedAmounts } from './payment-amounts.ts';

describe('the form of a payment on an order of $197.00', () => {
  test.each([
    ['opens with what is due, in both', [], '197.00', '', '65000', '197.00', '0.00303077'],
    ['has no amount of coins without a rate', [], '197.00', '', undefined, '197.00', ''],
    ['says what typed coins are worth', ['coinAmount'], '197.00', '0.001', '65000', '65.00', '0.001'],
    ['asks for the dollars of coins without a rate', ['coinAmount'], '197.00', '0.001', undefined, '', '0.001'],
    ['goes back to what is due', ['coinAmount'], '65.00', ' ', '65000', '197.00', ' '],
    ['says how many coins typed dollars are', ['dollars'], '65', '0.00303077', '65000', '65', '0.00100000'],
    ['has no coins for what is no amount', ['dollars'], 'all', '0.001', '65000', 'all', ''],
    ['keeps both once both are typed', ['dollars', 'coinAmount'], '66', '0.001', '65000', '66', '0.001'],
  ])('%s', (_, typed, dollars, coinAmount, rate, newDollars, newAmount) => {
    const linked = linkedAmounts(
      { dollars, coinAmount },
      { typed: new Set(typed as AmountField[]), rate, due: '197.00' },
    );
    expect(linked).toEqual({ dollars: newDollars, coinAmount: newAmount });
  });

  test('compares coins with dollars only if the order has a rate', () => {
    expect(dollarsOf('0.001', '65000.50')).toBe('65.00');
    expect(dollarsOf('0.001', undefined)).toBeNull();
    expect(dollarsOf('some', '65000')).toBeNull();
  });
});
