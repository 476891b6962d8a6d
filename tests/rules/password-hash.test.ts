import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../src/server/lib/secrets.ts';

// The tests of the API make quicker hashes (tests/setup/quick-hashes.ts).
test('passwords are hashed with argon2id: 19 MiB, two passes, one lane', async () => {
  const hash = await hashPassword('stormy lantern');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(hash, 'stormy lantern')).toBe(true);
  expect(await verifyPassword(hash, 'stormy lanterns')).toBe(false);
});
