/** Joins class names and ignores everything that is not text: `cx('a', open && 'b', note && 'c')`. */
export const cx = (...names: unknown[]): string => names.filter((name) => typeof name === 'string' && name).join(' ');
