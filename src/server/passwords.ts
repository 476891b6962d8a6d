import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** The library's const enum cannot be imported by isolated modules; 2 is its Argon2id. */
const ARGON2ID = 2;
/** argon2id with OWASP's parameters (decisions §3): 19 MiB, two passes, one lane. */
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Letters and digits that are not mistaken for one another when read aloud. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS);

/** Whether a password fits a stored hash. */
export const verifyPassword = (stored: string, password: string): Promise<boolean> => verify(stored, password);

/** A secret to be read off the screen once: groups of four, 20 letters, about 99 bits. */
export const generatePassword = (groups = 5): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');
