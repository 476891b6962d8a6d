import { expect, test } from 'vitest';
import { chooseEncoding } from './negotiation.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'identity'],
  ['*', 'br'],
  ['br;q=0, *;q=0.5', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0.5, gzip;q=0.5', 'br'],
  ['GZIP ; Q=1.0', 'gzip'],
  ['identity;q=1, gzip;q=0.5', 'identity'],
  ['identity;q=0', 'identity'],
  ['br;q=nonsense', 'identity'],
])('a client that sends Accept-Encoding %j gets %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});
