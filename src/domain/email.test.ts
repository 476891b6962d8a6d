import { expect, test } from 'vitest';
import { cleanEmail, isEmail } from './email.ts';

test.each([
  'mara@example.com',
  'mara.fern+shop@mail.example.co.uk',
  "o'mara@example.com",
  'a@b.co',
  'mara@example.xn--p1ai',
  'mara@xn--exmple-cua.com',
  'mara@\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444',
  'j\u00f6rg@exa\u0308mple.com',
  '\u7528\u6237@\u4f8b\u5b50.\u516c\u53f8',
  'mara@example.photography',
  'mara@sub-domain.example.museum',
  '1234@example.com',
  '_mara_@example.com',
  'mara!#$%&*/=?^`{|}~@example.com',
  '"mara fern"@example.com',
  'mara@[192.0.2.1]',
  'mara@123.com',
])('%s is an e-mail address', (text) => {
  expect(isEmail(text)).toBe(true);
});

test.each([
  '',
  'mara',
  'mara@',
  '@example.com',
  'mara@example',
  'mara@@example.com',
  'mara fern@example.com',
  '.mara@example.com',
  'mara.@example.com',
  'ma..ra@example.com',
  'mara@-example.com',
  'mara@example-.com',
  'mara@example..com',
  'mara@example.com.',
  'mara@192.0.2.1',
  'mara@exam ple.com',
  'mara@example.com, fern@example.com',
  '<mara@example.com>',
  `${'m'.repeat(65)}@example.com`,
  'mara@example.com\n',
])('%j is none', (text) => {
  expect(isEmail(text)).toBe(false);
});

test.each([
  [' Mara@Example.com ', 'Mara@Example.com'],
  ['mara@example.com\u200b', 'mara@example.com'],
  ['\uff4dara\uff20example.com', 'mara@example.com'],
  ['J\u00d6RG@example.com', 'j\u00f6rg@example.com'],
  ['jo\u0308rg@example.com', 'j\u00f6rg@example.com'],
])('%j is stored as %s', (typed, stored) => {
  expect(cleanEmail(typed)).toBe(stored);
});
