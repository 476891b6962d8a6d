import * as z from 'zod/mini';
import { PASSWORD_MIN_LENGTH, USERNAME_MAX_LENGTH } from '#domain/constants.ts';
import { cleanEmail, isEmail } from '#domain/email.ts';
import { PASSWORD, USERNAME } from '#domain/needed-text.ts';
import { secretForm } from '#domain/typed-text.ts';
import { neededText, plain, text, trimmedText } from './values.ts';

/* The forms of an account, and the rules of their fields. */

const USERNAME_LETTERS = 'Username may only contain letters, digits, dots, dashes and underscores';
const PASSWORD_SHORT = 'Password must be at least 8 characters';
const EMAIL_INVALID = 'Invalid email address';

export const username = z
  .string(USERNAME.needed)
  .check(
    plain,
    z.minLength(USERNAME.min, USERNAME.needed),
    z.maxLength(USERNAME_MAX_LENGTH, 'Username must be at most 32 characters'),
    z.regex(/^[A-Za-z0-9_.-]+$/, USERNAME_LETTERS),
  );
export const email = z
  .string(EMAIL_INVALID)
  .check(z.overwrite(cleanEmail), z.maxLength(254, EMAIL_INVALID), z.refine(isEmail, EMAIL_INVALID));
export const newPassword = text(200, PASSWORD_SHORT).check(
  z.minLength(PASSWORD_MIN_LENGTH, PASSWORD_SHORT),
  z.refine((typed) => secretForm(typed).length >= PASSWORD_MIN_LENGTH, PASSWORD_SHORT),
);
/** The Telegram name (docs/glossary.md). */
export const telegram = trimmedText(64);

/** The login form. */
export const loginInput = z.object({
  username: neededText(USERNAME),
  password: neededText(PASSWORD),
});
/** The same without the name, for a user who is known. */
export const passwordOnly = z.pick(loginInput, { password: true });

/** A password typed twice. Checked as soon as both are typed, not only when all other fields are valid. */
const passwordsMatch = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.password === form.confirmPassword,
  { message: 'Passwords do not match', path: ['confirmPassword'], when: () => true },
);

/** The browser's form: the same fields, the password twice, and the age checkbox. */
export const registerForm = (minimumAge: number) =>
  z
    .object({
      username,
      email,
      signalUsername: telegram,
      password: newPassword,
      confirmPassword: z.string(),
      ageConfirmed: z.boolean().check(z.refine((ticked) => ticked, ageMessage(minimumAge))),
    })
    .check(passwordsMatch);

/** The form for a new password that asks for no current one: behind a one-time link, and for the first own one. */
export const newPasswordForm = z.object({ password: newPassword, confirmPassword: z.string() }).check(passwordsMatch);

/** The text for an unchecked age checkbox. */
export const ageMessage = (minimumAge: number): string => `Please confirm that you are ${minimumAge} or older`;

/** The profile form. It has the rules of the registration form. */
export const profileForm = z.object({ username, email, signalUsername: telegram });

/** The form for a new password: the current one, and the new one twice. */
export const changePasswordForm = z
  .object({
    currentPassword: neededText(PASSWORD),
    password: newPassword,
    confirmPassword: z.string(),
  })
  .check(passwordsMatch);

const POINTS_INVALID = 'Please enter a valid username and points';

/** The form of the test page: points for an account by its name. */
export const testPointsInput = z.object({
  username: trimmedText(200, POINTS_INVALID).check(z.minLength(1, POINTS_INVALID)),
  points: z
    .number(POINTS_INVALID)
    .check(z.int(POINTS_INVALID), z.minimum(1, POINTS_INVALID), z.maximum(1_000_000, POINTS_INVALID)),
});
