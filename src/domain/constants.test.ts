import { expect, test } from 'vitest';
import {
  DEFAULT_MEMBER_TYPE,
  DEFAULT_SHIPPING_OPTION,
  DEFAULT_SHOP_NAME,
  SHIPPING_CENTS,
  SHIPPING_DAYS,
  SHIPPING_OPTIONS,
} from './constants.ts';

test('a shop without a name of its own is called Greenroom, and a new user is a Member', () => {
  expect(DEFAULT_SHOP_NAME).toBe('Greenroom');
  expect(DEFAULT_MEMBER_TYPE).toBe('Member');
});

test('shipping is standard unless a member chooses express, which is faster and costs more', () => {
  expect(DEFAULT_SHIPPING_OPTION).toBe('standard');
  expect(SHIPPING_OPTIONS.map((option) => [option, SHIPPING_CENTS[option], SHIPPING_DAYS[option]])).toEqual([
    ['standard', 1500, '4-6 business days'],
    ['express', 2500, '2-3 business days'],
  ]);
});
