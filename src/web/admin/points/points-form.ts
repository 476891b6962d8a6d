import * as z from 'zod/mini';

const WHOLE = 'Enter a whole number of points, 1 or more';
const LARGEST = 1_000_000;

/**
 * The form: which way and how many are asked apart, so that nobody grants a negative number by a slip. What it makes
 * of it is the call's input (contract/admin.ts `grantPoints`).
 */
export const pointsForm = z.object({
  direction: z.enum(['grant', 'deduct']),
  username: z.string().check(z.trim(), z.minLength(1, 'Enter a username')),
  points: z.string().check(
    z.trim(),
    z.regex(/^\d{1,7}$/, WHOLE),
    z.refine((text) => Number(text) >= 1, WHOLE),
    z.refine((text) => Number(text) <= LARGEST, `At most ${LARGEST.toLocaleString('en')} points at once`),
  ),
  reason: z.string().check(z.trim(), z.minLength(1, 'Enter a reason: the member reads it'), z.maxLength(200)),
});
export type PointsForm = z.infer<typeof pointsForm>;

/** The number that travels: negative where points are taken. */
export const pointsToSend = ({ direction, points }: Pick<PointsForm, 'direction' | 'points'>): number =>
  direction === 'grant' ? Number(points) : -Number(points);
