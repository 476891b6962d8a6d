import { vi } from 'vitest';

/** In tests of the API passwords are hashed with little memory, in one pass: they make thousands of hashes. */
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof import('@node-rs/argon2')>();
  const quick = { memoryCost: 64, timeCost: 1 };
  return { ...real, hash: (password: string, options: object) => real.hash(password, { ...options, ...quick }) };
});
