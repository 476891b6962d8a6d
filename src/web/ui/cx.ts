/** Joins class names, leaving out whatever is not a text: `cx('a', open && 'b', note && 'c')`. */
export const cx = (...names: unknown[]): string => names.filter((name) => typeof name === 'string' && name).join(' ');
