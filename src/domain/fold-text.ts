import { SAME_SIGNS, withSameSigns } from './typed-text.ts';

const ASCII = /^[\0-\x7f]*$/;

/** Accents, and what nobody sees. JavaScript and PostgreSQL both read it as the inside of a class. */
const LEFT_OUT = [
  String.raw`\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670`,
  String.raw`\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f`,
  String.raw`\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f`,
  String.raw`\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\ufe00-\ufe0f\ufeff\ufff9-\ufffb`,
].join('');
const IGNORED = new RegExp(`[${LEFT_OUT}]`, 'gu');

/** Letters that lose nothing with their accents, each with those that people type for it. */
const SAME_LETTERS = [
  ['\u00df', 'ss'],
  ['\u00e6', 'ae'],
  ['\u0153', 'oe'],
  ['\u00f8', 'o'],
  ['\u0142', 'l'],
  ['\u0111', 'd'],
  // Without its dot in Turkish, and at the end of a word in Greek.
  ['\u0131', 'i'],
  ['\u03c2', '\u03c3'],
  // The stroke of "½".
  ['\u2044', '/'],
] as const;
const LETTERS = new Map<string, string>(SAME_LETTERS);
const LETTER = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'gu');

/**
 * Returns a text as every search compares it: without case, accents and letters that nobody sees, with one kind of quotes,
 * dashes and digits (behavior 2.16).
 */
export const foldText = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : withSameSigns(text)
        .normalize('NFKD')
        .replace(IGNORED, '')
        .toLowerCase()
        .replace(LETTER, (letter) => LETTERS.get(letter)!);

/** The parts of `foldText` for a database that has none of its own. */
export const FOLDING = {
  signs: SAME_SIGNS.map(([sign, others]) => ({ from: others, to: sign.repeat(others.length) })),
  leftOut: `[${LEFT_OUT}]`,
  letters: SAME_LETTERS,
};
