const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/** How long to wait before the next try, in milliseconds: doubling with every failure, up to 30 s (specification §9). */
export const retryDelay = (failures: number): number => Math.min(FIRST_MS * 2 ** failures, LONGEST_MS);
