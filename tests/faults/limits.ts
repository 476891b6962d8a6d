/*
 * What `npm run faults` measures with the limits of a shop that serves. A test leaves the seconds to it, and checks the
 * order: whatever ends while the database is still away has not waited for it.
 */

/** A call ends within this time, whatever happens to the database. */
export const CALL_LIMIT_MS = 5_000;

/** /readyz responds within this time. */
export const READYZ_LIMIT_MS = 2_000;

/** Responses from memory and disk arrive within this time. Generous: it takes a few milliseconds. */
export const FROM_MEMORY_LIMIT_MS = 2_000;
