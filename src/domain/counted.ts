/** "1 item", "12 items", "2 categories": how many of something, in words. `many` is stated where an "s" does not make it. */
export const counted = (count: number, one = 'item', many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
