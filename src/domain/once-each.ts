/**
 * Wraps a function so that it reads each object once. An object must not be changed afterwards: a changed one is a new
 * object. Objects that nobody uses any more are forgotten.
 */
export const onceEach = <Key extends object, Value extends NonNullable<unknown> | null>(
  read: (key: Key) => Value,
): ((key: Key) => Value) => {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const value = read(key);
    known.set(key, value);
    return value;
  };
};

/** Wraps a function so that it reads each text once. When it has `most` texts, it forgets them and starts over. */
export const onceEachText = <Value extends NonNullable<unknown>>(
  read: (text: string) => Value,
  most: number,
): ((text: string) => Value) => {
  const known = new Map<string, Value>();
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    if (known.size >= most) known.clear();
    const value = read(text);
    known.set(text, value);
    return value;
  };
};
