/*
 * The same text may come in different bytes: composed or combining letters, typographic quotes and dashes, other spaces,
 * full-width digits, invisible letters. Every entrance of the shop reads texts through one of these functions.
 * Comparisons and searches use one of the forms here or in fold-text.ts (behavior 2.16).
 */

/** Each sign that is written in several ways, with the others. */
export const SAME_SIGNS = [
  ["'", '\u00b4\u02b9\u02bb\u02bc\u2018\u2019\u201a\u201b\u2032\u2035\ua78c\uff07'],
  ['"', '\u00ab\u00bb\u201c\u201d\u201e\u201f\u2033\u2036\uff02'],
  ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d'],
] as const;

const SIGNS = new Map(SAME_SIGNS.flatMap(([sign, others]) => [...others].map((other) => [other, sign] as const)));
const OTHER_SIGN = new RegExp(`[${[...SIGNS.keys()].join('')}]`, 'gu');
const ASCII = /^[\x20-\x7e]*$/;

/** Returns a text with one kind of quotes and dashes. */
export const withSameSigns = (text: string): string => text.replace(OTHER_SIGN, (sign) => SIGNS.get(sign)!);

/** Characters that nobody sees. A blank of any kind is none of them, and neither is NUL, which no text may have (behavior 2.3). */
const INVISIBLE = /[\u2800\uFEFF]|(?![\s\0])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** The same without those that emoji are joined with. */
const NEVER_SHOWN = /[\u2800\uFEFF]|(?![\s\0]|\u200D|\uFE0E|\uFE0F)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Returns a text without the characters that nobody sees. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** Returns a text without case: German has a letter for "ss", Turkish two kinds of "i", and Greek an "s" that only ends words. */
const withoutCase = (text: string): string =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll('i\u0307', 'i').replaceAll('\u03c2', '\u03c3');

/**
 * Returns the form in which names are compared: without case, invisible characters and needless spaces, with one kind of
 * letters, quotes and dashes (behavior 9.24).
 */
export const foldName = (name: string): string =>
  ASCII.test(name)
    ? oneLine(name).toLowerCase()
    : oneLine(withSameSigns(withoutCase(withoutInvisible(withSameSigns(name).normalize('NFKC'))).normalize('NFKC')));

/** Returns a name as it is shown: as it was written, without needless spaces and what nobody sees. */
export const cleanName = (name: string): string => oneLine(name.replace(NEVER_SHOWN, '')).normalize('NFC');

/**
 * Returns a code, a number, an address or the name of an account as a keyboard writes it: plain letters, digits and signs,
 * and nothing that nobody sees.
 */
export const plainTyped = (typed: string): string =>
  ASCII.test(typed)
    ? typed.trim()
    : withSameSigns(withoutInvisible(withSameSigns(typed).normalize('NFKC')))
        .replace(/[^\S\n]/gu, ' ')
        .trim();

/** Returns the form of a secret that is hashed and compared. One of spaces only stays as it is. */
export const secretForm = (typed: string): string => plainTyped(typed) || typed;

/** Returns the form in which names of accounts are compared. */
export const usernameKey = (typed: string): string => withoutCase(plainTyped(typed));

const LINE_BREAK = /\r\n|[\r\u0085\u2028\u2029\v\f]/gu;
/** They turn around the direction of what follows. */
const OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/gu;
const UNSEEN = String.raw`(?:\s|[\u2800\uFEFF]|(?![\0\uFE0E\uFE0F])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}])`;
const START = new RegExp(`^(?:${UNSEEN}|[\\uFE0E\\uFE0F])+`, 'u');
/** An emoji may end with a sign that nobody sees alone. */
const END = new RegExp(`(?:${UNSEEN}|(?<=[\\p{L}\\p{N}\\p{P}\\p{Z}\\p{Cf}\\uFE0E\\uFE0F])[\\uFE0E\\uFE0F])+$`, 'u');

/** Returns a text as it is stored: in one normal form, without what turns it around, and without edges that nobody sees. Its lines stay. */
export const cleanText = (text: string): string =>
  ASCII.test(text)
    ? text.trim()
    : text.replace(LINE_BREAK, '\n').replace(OVERRIDES, '').replace(START, '').replace(END, '').normalize('NFC');

/** Returns an id as it is stored. */
export const cleanId = (id: string): string =>
  ASCII.test(id) ? id.trim() : withoutInvisible(id).trim().normalize('NFC');

/** Returns the form in which ids are compared: two that look the same are one. */
export const idKey = (id: string): string => withSameSigns(cleanId(id)).replace(/\s+/gu, ' ');

/** Where Telegram shows somebody. The other places begin with the names of its own pages. */
const TELEGRAM_PAGES = [
  String.raw`(?:https?://)?(?:www\.)?(?:t|telegram)\.(?:me|dog)/(?:s/)?@?(?!(?:joinchat|addlist|addstickers|addemoji|addtheme|share|proxy|socks|contact|login|setlanguage)\b)`,
  String.raw`(?:https?://)?web\.telegram\.org/(?:[akz]/)?#@?`,
  String.raw`tg:(?://)?resolve\?(?:\S*&)?domain=@?`,
].join('|');
const AFTER_NAME = String.raw`[.,;:!)\]>"']*$`;
const TELEGRAM_NAMES = [
  new RegExp(`^(?:(?:telegram|tg)\\s*[:=]?\\s+)?@?(\\w+)${AFTER_NAME}`, 'i'),
  new RegExp(`^(?:${TELEGRAM_PAGES})(\\w+)(?:[/?&#]\\S*)?${AFTER_NAME}`, 'i'),
  new RegExp(`^(?:https?://)?(?!www\\.)(\\w+)\\.t\\.me(?:[/?#]\\S*)?${AFTER_NAME}`, 'i'),
];

/** A user name of Telegram, also if it was written as "@name" or as a link. Any other text stays as it is. */
export const telegramName = (written: string): string => {
  const text = plainTyped(written);
  const bare = text.replace(/^[<(["']+/, '');
  const found = TELEGRAM_NAMES.map((form) => form.exec(bare)?.[1]).find(Boolean);
  return found ?? text.replace(/^@/, '');
};

const TELEGRAM_PLACE = /^(?:www\.)?(?:t|telegram)\.me\/\S+$/i;

/** The address of a group of Telegram, also if it was written as "@name" or without "https://". Any other text stays as it is. */
export const telegramLink = (written: string): string => {
  const text = plainTyped(written);
  if (/^@\w+$/.test(text)) return `https://t.me/${text.slice(1)}`;
  return TELEGRAM_PLACE.test(text) ? `https://${text}` : text;
};
