/**
 * While somebody composes a word, in Japanese, Chinese, Korean or with accents, keys belong to the word: Enter accepts it,
 * Escape drops it, and arrows choose. No control and no shortcut of the pages sees them. Safari sends the Enter that ends
 * composing after it, with the code of a key that belongs to a word.
 */
export const keepKeysOfComposing = (): void => {
  const KEY_OF_WORD = 229;
  const keep = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === KEY_OF_WORD) event.stopImmediatePropagation();
  };
  for (const kind of ['keydown', 'keyup', 'keypress'] as const) window.addEventListener(kind, keep, { capture: true });
};
