import * as z from 'zod/mini';
import { isStorable } from '#domain/text.ts';

/** Refused at the door. */
const storable = z.refine<string>(isStorable, 'The text has characters that cannot be stored');

/** A text as typed, kept as it is. `message` answers a missing or non-text value too. */
export const text = (max: number, message = 'This must be a text') =>
  z.string(message).check(z.maxLength(max, `This must be at most ${max} characters`), storable);

/** A text, trimmed. */
export const trimmedText = (max: number, message?: string) =>
  z
    .string(message ?? 'This must be a text')
    .check(z.trim(), z.maxLength(max, `This must be at most ${max} characters`), storable);

/** Money in carts and receipts: dollars as a string with two decimals, "15.00" (decisions §4). */
export const amount = z.string().check(z.regex(/^-?\d+\.\d{2}$/));

/** A moment, ISO 8601 in UTC. */
export const moment = z.string();

/** A whole number in a path, as text; anything else answers 404 (decisions §8). */
export const idParam = z.object({ id: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) });

/** An unguessable id in a path. */
export const publicIdParam = z.object({ id: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/)) });

/** Query of an admin or member list (decisions §8): the page size, where to go on, and a search. */
export const page = {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
  cursor: z.optional(z.string().check(z.maxLength(200))),
};

/** Search text of a list. */
export const search = { q: z.optional(text(200)) };

/** Query flags come as text. */
export const flag = z.pipe(
  z.enum(['true', 'false', '1', '0']),
  z.transform((value: 'true' | 'false' | '1' | '0') => value === 'true' || value === '1'),
);

/** An answer with nothing to say but that it worked. */
export const done = z.object({ message: z.string() });
