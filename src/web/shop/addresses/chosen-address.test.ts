import { expect, test } from 'vitest';
import type { Address } from '#contract/addresses.ts';
import { chosenOf, NO_ADDRESS } from './chosen-address.ts';

const address = (id: string): Address => ({
  ...{ id, name: 'Fern', lines: '12 Harbor Street', country: 'United States' },
  ...{ city: null, region: null, postalCode: null, phone: null },
});
const [first, second] = [address('first'), address('second')];

test.each([
  ['the one used last comes without a choice', [first, second], null, 'required', first],
  ['the one used last comes without a choice', [first, second], null, 'optional', first],
  ['the chosen one is taken', [first, second], 'second', 'required', second],
  ['one that was deleted meanwhile is not', [first], 'second', 'required', first],
  ['no address can be chosen where it is optional', [first], NO_ADDRESS, 'optional', null],
  ['and no longer once it is required', [first], NO_ADDRESS, 'required', first],
  ['without an address there is none', [], null, 'required', null],
] as const)('%s', (_, addresses, choice, mode, expected) => {
  expect(chosenOf(addresses, choice, mode)).toBe(expected);
});
