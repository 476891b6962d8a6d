const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Whether a database can hold a text and an encoding write it: NUL and half of a surrogate pair cannot be. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);
