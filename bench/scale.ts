/** With this option the bench only shows that it works: in small shops, with one round. The figures mean nothing. */
export const SHORT = '--short';
export const isShort = process.argv.includes(SHORT);

/** The number of products, receipts or streams with which something is measured. */
export const scaled = (count: number): number => (isShort ? Math.min(count, 500) : count);

/** How many times something is measured. */
export const repeated = (times: number): number => (isShort ? 1 : times);

export const ROUNDS = repeated(5);

/** How many times slower the processor of a measured browser is. */
export const SLOWDOWN = isShort ? 1 : 4;

/** The words that are typed. */
export const some = <Value>(values: readonly Value[]): readonly Value[] => (isShort ? values.slice(0, 1) : values);
