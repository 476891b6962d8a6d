import { isStorable } from './text.ts';
import { plainTyped } from './typed-text.ts';

/** A text that has to be typed. */
export interface NeededText {
  min: number;
  max: number;
  /** What is said of one that is missing or too short. */
  needed: string;
  /** The form that has to be long enough, if it is not the text as typed. */
  form?: (typed: string) => string;
}

export const ACCESS_CODE: NeededText = { min: 1, max: 200, needed: 'Password is required' };
export const PASSWORD: NeededText = { min: 1, max: 200, needed: 'Password is required' };
export const USERNAME: NeededText = {
  min: 3,
  max: 200,
  needed: 'Username must be at least 3 characters',
  form: plainTyped,
};

/** The text about one that is too long. */
export const tooLong = (max: number): string => `This must be at most ${max} characters`;
export const NOT_STORABLE = 'The text has characters that cannot be stored';

const characters = (text: string): number => [...text].length;

/** Returns what is wrong with a text, or null. */
export const problemOfText = (typed: string, { min, max, needed, form }: NeededText): string | null => {
  if (characters(typed) > max) return tooLong(max);
  if (!isStorable(typed)) return NOT_STORABLE;
  return characters(form ? form(typed) : typed) < min ? needed : null;
};
