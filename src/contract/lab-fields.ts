import * as z from 'zod/mini';

/** A lab result: `url` is the address of its file (behavior 4.12). Unknown values are absent. */
export const labResult = z.object({
  tested: z.string(),
  expires: z.optional(z.string()),
  thc: z.optional(z.string()),
  cbd: z.optional(z.string()),
  url: z.optional(z.string()),
});
