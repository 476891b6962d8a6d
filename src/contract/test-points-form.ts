import * as z from 'zod/mini';
import { trimmedText } from './values.ts';

const INVALID = 'Please enter a valid username and points';

export const testPointsInput = z.object({
  username: trimmedText(200, INVALID).check(z.minLength(1, INVALID)),
  points: z.number(INVALID).check(z.int(INVALID), z.minimum(1, INVALID), z.maximum(1_000_000, INVALID)),
});
