/** A call ends within this time, whatever happens to the database. */
export const CALL_LIMIT_MS = 5_000;

/** /readyz responds within this time. */
export const READYZ_LIMIT_MS = 2_000;

/** Responses from memory and disk arrive within this time. Generous: it takes a few milliseconds. */
export const FROM_MEMORY_LIMIT_MS = 2_000;

/** Writes work again within this time after the database accepts them over a direct connection. */
export const RECOVERY_LIMIT_MS = 5_000;
