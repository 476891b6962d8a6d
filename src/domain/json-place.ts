/** The place at which a text stops being JSON, and what was found there. */
export interface JsonPlace {
  line: number;
  column: number;
  /** Empty at the end of the text. */
  found: string;
}

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

/** The start of a text, a number or a word, or a sign. */
const TOKEN =
  /[ \t\r\n]*(?:(")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])|true\b|false\b|null\b)|([{}[\],:]))/iuy;
/** A piece of a text, or its end. One expression for whole texts would need too much memory for millions of pieces. */
const PIECE = /[^"\\\p{Cc}]+|\\(?:["\\/bfnrt]|u[\da-f]{4})|"/iuy;
const MOST_SHOWN = 30;

/** The position after a text that starts before `at`, or null if it does not end as it should. */
const endOfText = (text: string, at: number): number | null => {
  PIECE.lastIndex = at;
  for (let piece = PIECE.exec(text); piece !== null; piece = PIECE.exec(text)) {
    if (piece[0] === '"') return PIECE.lastIndex;
  }
  return null;
};

/** Finds the first place at which a text is no JSON. Null if it is JSON. `JSON.parse` says no more than that it is none. */
export const findJsonMistake = (text: string): JsonPlace | null => {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const afterValue = (): Expected => (open.length === 0 ? 'nothing' : 'comma or end');
  for (;;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    if (token === null) break;
    const [whole, quoted, word, sign] = token;
    const next = step({ quoted, word, sign, expected, open, afterValue });
    const end = quoted === undefined ? at + whole.length : endOfText(text, at + whole.length);
    if (next === null || end === null) break;
    expected = next;
    at = end;
  }
  const rest = text.slice(at).trimStart();
  if (rest === '' && expected === 'nothing') return null;
  const before = text.slice(0, text.length - rest.length);
  const lines = before.split(/\r\n|[\r\n]/);
  const found = /^(?:[\p{L}\p{N}_.+-]+|"[^"\n]*"?|.)/u.exec(rest)?.[0] ?? '';
  return { line: lines.length, column: lines.at(-1)!.length + 1, found: found.slice(0, MOST_SHOWN) };
};

interface Step {
  quoted: string | undefined;
  word: string | undefined;
  sign: string | undefined;
  expected: Expected;
  open: ('{' | '[')[];
  afterValue: () => Expected;
}

/** Returns what may follow a token, or null if the token itself is not allowed. */
const step = ({ quoted, word, sign, expected, open, afterValue }: Step): Expected | null => {
  const isValue = expected === 'value' || expected === 'value or end';
  if (quoted !== undefined) return isValue ? afterValue() : expected.startsWith('key') ? 'colon' : null;
  if (word !== undefined) return isValue ? afterValue() : null;
  if (sign === '{' || sign === '[') {
    if (!isValue) return null;
    open.push(sign);
    return sign === '{' ? 'key or end' : 'value or end';
  }
  if (sign === ':') return expected === 'colon' ? 'value' : null;
  if (sign === ',') return expected === 'comma or end' ? (open.at(-1) === '{' ? 'key' : 'value') : null;
  const isEnd = expected === 'comma or end' || expected === (sign === '}' ? 'key or end' : 'value or end');
  if (!isEnd || open.pop() !== (sign === '}' ? '{' : '[')) return null;
  return afterValue();
};

/** Says where a text stops being JSON: `Line 4, column 2: "]" cannot stand there.` */
export const jsonMistake = (text: string): string | null => {
  const place = findJsonMistake(text);
  if (place === null) return null;
  const { line, column, found } = place;
  const what =
    found === '' ? 'the text ends there' : `${found.startsWith('"') ? found : `"${found}"`} cannot stand there`;
  return `Line ${line}, column ${column}: ${what}.`;
};
