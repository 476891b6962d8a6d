import { expect, test } from 'vitest';
import { isObviousPassword } from './passwords.ts';

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
