import { expect, test } from 'vitest';
import { hasBech32Checksum } from './bech32-checksum.ts';

const ADDRESSES = [
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
];

test.each(ADDRESSES)('the checksum of %s is right, and wrong with any other letter', (address) => {
  expect(hasBech32Checksum(address)).toBe(true);
  for (let at = address.lastIndexOf('1') + 1; at < address.length; at++) {
    const other = address[at]!.toLowerCase() === 'q' ? 'p' : 'q';
    expect(hasBech32Checksum(address.slice(0, at) + other + address.slice(at + 1)), `letter ${at}`).toBe(false);
  }
});

test.each(['', 'bc1', 'bc1b', 'qpzry'])('"%s" has no right checksum', (text) => {
  expect(hasBech32Checksum(text)).toBe(false);
});
