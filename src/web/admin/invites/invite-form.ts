import * as z from 'zod/mini';
import { plainNumber } from '#domain/number-rules.ts';
import { shopNow } from '../../browser/shop-clock.ts';

const WHOLE = 'Enter a whole number from 1 to 1000';

/** The day has not ended yet in the time zone of this browser. */
const isOpenDay = (day: string): boolean => day === '' || Date.parse(endOfDay(day)!) > shopNow();

/** The fields as a person fills them in. */
export const inviteForm = z.object({
  label: z.string().check(z.trim(), z.minLength(1, 'Enter a label'), z.maxLength(60)),
  uses: z.string().check(
    z.overwrite(plainNumber),
    z.regex(/^\d{1,4}$/, WHOLE),
    z.refine((text) => Number(text) >= 1 && Number(text) <= 1000, WHOLE),
  ),
  lastDay: z.string().check(z.refine(isOpenDay, 'Choose today or a later day')),
});

/** The end of a day in the time zone of this browser; null for no day. */
export const endOfDay = (day: string): string | null => (day === '' ? null : new Date(`${day}T23:59:59`).toISOString());
