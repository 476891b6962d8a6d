import { createHash, randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { secretForm } from '#domain/typed-text.ts';

/** The library's const enum cannot be imported by isolated modules; 2 is its Argon2id. */
const ARGON2ID = 2;
/** argon2id with OWASP's parameters (behavior 3.4): 19 MiB, two passes, one lane. */
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Letters and digits that nobody confuses when reading them aloud. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** The same password has the same hash, whatever keyboard it is typed on (behavior 3.4). */
export const hashPassword = (password: string): Promise<string> => hash(secretForm(password), OPTIONS);

/** Returns whether a password matches a stored hash. Hashes of older versions are of the password as typed. */
export const verifyPassword = async (stored: string, password: string): Promise<boolean> => {
  const form = secretForm(password);
  return (await verify(stored, form)) || (form !== password && (await verify(stored, password)));
};

/** A secret that a person reads off the screen once: groups of four characters. Five groups have about 99 bits. */
export const generatePassword = (groups = 5): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

/** A token of 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Tokens are stored as their SHA-256 only, so a stolen database signs nobody in. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
