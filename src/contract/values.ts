import * as z from 'zod/mini';
import { type NeededText, NOT_STORABLE, tooLong } from '#domain/needed-text.ts';
import { isStorable } from '#domain/text.ts';
import { cleanText, plainTyped } from '#domain/typed-text.ts';

export const storable = z.refine<string>(isStorable, NOT_STORABLE);

/**
 * A text that a caller sends, stored as typed. Every text of a body or query is one of these or has a stricter rule, so
 * that nothing reaches a database which it cannot store. `message` is also for a missing value or one that is no text.
 */
export const text = (max: number, message = 'This must be a text') =>
  z.string(message).check(z.maxLength(max, tooLong(max)), storable);

/** A text by a rule of the domain, which forms know too. */
export const neededText = ({ min, max, needed, form }: NeededText) =>
  text(max, needed).check(...(form ? [z.overwrite(form)] : []), z.minLength(min, needed));

/** A code, a number or a name of an account: the same in whatever letters it is typed. */
export const plain = z.overwrite<string>(plainTyped);

/** A text, trimmed and in one form of letters. */
export const trimmedText = (max: number, message?: string) =>
  z.string(message ?? 'This must be a text').check(z.overwrite(cleanText), z.maxLength(max, tooLong(max)), storable);

/** An amount in carts and receipts: dollars as a string with two decimals, "15.00" (behavior 2.5). */
export const amount = z.string().check(z.regex(/^-?\d+\.\d{2}$/));

/** A time, ISO 8601 in UTC. */
export const moment = z.string();

/** A whole number in a path, as text. Anything else is a 404 (behavior 2.4). */
export const idParam = z.object({ id: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) });

/** The ids of items that a call is for. `message` says what is wrong with them. */
export const itemIds = (message?: string) =>
  z
    .array(z.number(message).check(z.int(message), z.positive(message)), message)
    .check(z.minLength(1, message), z.maxLength(50_000, message));

/** An id in a path that cannot be guessed. */
export const publicIdParam = z.object({ id: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/)) });

/** A token in a path. */
export const tokenParam = z.object({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{20,200}$/)) });

/** A day, "2026-11-22". */
export const isoDate = z.string().check(z.iso.date('This must be a date such as 2026-11-22'));

/** The paging of a list (behavior 2.6). */
export const page = {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
  /** The position at which the last page ended. One that does not fit counts as none. */
  cursor: z.optional(z.string()),
};

/** Search text of a list. */
export const search = { q: z.optional(text(200)) };

/** The filter of a list by a user's id or name. */
export const userFilter = { user: z.optional(text(200).check(plain)) };

/** A flag in a query, which is text. */
export const flag = z.pipe(
  z.enum(['true', 'false', '1', '0']),
  z.transform((value: 'true' | 'false' | '1' | '0') => value === 'true' || value === '1'),
);

/** A response without data. */
export const done = z.object({ message: z.string() });
