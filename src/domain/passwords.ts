import { secretForm } from './typed-text.ts';

/** How many passwords of the list of the most common ones are refused. */
export const MOST_COMMON_PASSWORDS = 10_000;

/** The facts that a person who knows the account tries first. */
export interface PasswordOwner {
  username: string;
  email: string;
  shopName: string;
}

/**
 * Returns whether a new password is easy to guess: a common one, one letter repeated, or the name or e-mail of its
 * owner or the name of the shop. Case is ignored (behavior 3.17). `commonPasswords` are in lower case.
 */
export const isObviousPassword = (
  password: string,
  { username, email, shopName, commonPasswords }: PasswordOwner & { commonPasswords: ReadonlySet<string> },
): boolean => {
  const typed = secretForm(password).toLowerCase();
  return (
    new Set(typed).size === 1 ||
    commonPasswords.has(typed) ||
    [username, email, shopName].some((name) => name.toLowerCase() === typed)
  );
};

/** A date has as many. More digits are a number that somebody has to guess. */
const MOST_DIGITS = 8;

const withoutDigits = (text: string): string => text.replace(/^\d+/, '').replace(/\d+$/, '');

/**
 * Returns whether a new password is one that a program tries next: a common one or a name, with some digits before or
 * after it. The name of an e-mail counts too, and in names spaces, dots, dashes and underscores make no difference
 * (behavior 3.17).
 */
export const isObviousWithDigits = (
  password: string,
  { username, email, shopName, commonPasswords }: PasswordOwner & { commonPasswords: ReadonlySet<string> },
): boolean => {
  const typed = secretForm(password).toLowerCase();
  const word = withoutDigits(typed);
  if (typed.length - word.length > MOST_DIGITS) return false;
  const nameOf = (text: string) => withoutDigits(text.toLowerCase().replace(/[\s._-]/g, ''));
  const names = [username, email, email.replace(/@.*/, ''), shopName].map(nameOf);
  return commonPasswords.has(word) || (nameOf(word) !== '' && names.includes(nameOf(word)));
};
