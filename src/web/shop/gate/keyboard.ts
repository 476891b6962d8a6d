/** Whether the first field may take the focus at once: not where that would raise a keyboard over the page. */
export const startsWithKeyboard = (): boolean => matchMedia('(pointer: fine)').matches;
