import { expect, test } from 'vitest';
import { isObviousPassword, isObviousWithDigits } from './passwords.ts';

const known = {
  username: 'Mara.Kim',
  email: 'mara@example.test',
  shopName: 'Green House',
  commonPasswords: new Set(['password', 'trustno1']),
};

test.each([
  ['password', 'a common one'],
  ['TrustNo1', 'a common one in other letters'],
  ['mara.kim', 'the user name'],
  ['MARA@example.test', 'the e-mail'],
  ['green house', 'the name of the shop'],
  ['aAaaaaaa', 'one letter again and again'],
  ['        ', 'eight spaces'],
])('"%s" is %s', (password) => {
  expect(isObviousPassword(password, known)).toBe(true);
});

test.each(['password of mara', 'mara.kim1', 'abababab', 'correct horse battery', 'ßßßßßßßä'])(
  '"%s" is accepted',
  (password) => {
    expect(isObviousPassword(password, known)).toBe(false);
  },
);

test.each([
  ['password1', 'a common one with a digit'],
  ['2026PassWord', 'a common one after a year'],
  ['1password23', 'a common one between digits'],
  ['password20261126', 'a common one with a date'],
  ['password', 'a common one without digits'],
  ['mara.kim7', 'the user name with a digit'],
  ['12MARA_KIM', 'the user name after digits, with another sign'],
  ['marakim1', 'the user name without its signs'],
  ['mara-kim 1', 'the user name with other signs'],
  ['mara.jones99', 'the name of the e-mail'],
  ['mara.jones@example.test1', 'the e-mail with a digit'],
  ['GreenHouse24', 'the name of the shop'],
  ['green house 420', 'the name of the shop with a space'],
])('"%s" is %s', (password) => {
  expect(isObviousWithDigits(password, { ...known, email: 'mara.jones@example.test' })).toBe(true);
});

test.each([
  ['password202611261', 'so many digits are a number of their own'],
  ['1password20261126', 'they count on both sides'],
  ['pass1word', 'digits inside make another word'],
  ['password1!', 'another sign makes another word'],
  ['pass word1', 'signs count in common passwords'],
  ['mara.kim.7a', 'the name is only a part'],
  ['xmarakim1', 'the name is only a part'],
  ['84620157', 'a number is no name'],
  ['....1234', 'signs are no name'],
])('"%s" is accepted: %s', (password) => {
  expect(isObviousWithDigits(password, known)).toBe(false);
  // An account whose names are numbers has no name that digits could be around.
  expect(isObviousWithDigits(password, { ...known, username: '123.45', email: '777@example.test' })).toBe(false);
});

test('a name that ends in digits is refused with other digits too', () => {
  expect(isObviousWithDigits('boss1999', { ...known, username: 'Boss42' })).toBe(true);
  expect(isObviousWithDigits('42boss', { ...known, shopName: 'Boss 7' })).toBe(true);
});
