import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldText } from './fold-text.ts';
import {
  cleanId,
  cleanText,
  foldName,
  idKey,
  plainTyped,
  secretForm,
  telegramLink,
  telegramName,
  usernameKey,
} from './typed-text.ts';

/** One text, as different keyboards, systems and pages write it. */
const WRITINGS: readonly (readonly [kind: string, plain: string, other: string])[] = [
  ['accents that stand alone', 'Jalape\u00f1o', 'Jalapen\u0303o'],
  ['typographic quotes', 'Mother\'s "Milk"', '\u201aMother\u2019s \u201cMilk\u201d'.slice(1)],
  ['other dashes', 'Pre-Roll', 'Pre\u2011Roll'],
  ['a long dash', 'Pre-Roll', 'Pre\u2014Roll'],
  ['a minus', 'Pre-Roll', 'Pre\u2212Roll'],
  ['a space that does not break', 'Blue Dream', 'Blue\u00a0Dream'],
  ['a thin space', 'Blue Dream', 'Blue\u2009Dream'],
  ['an East Asian space', 'Blue Dream', 'Blue\u3000Dream'],
  ['letters that nobody sees', 'Blue Dream', '\ufeffBl\u200bue\u00ad Dr\u2060eam\u200e'],
  ['signs that turn the text around', 'Blue Dream', '\u202eBlue Dream\u202c'],
  ['full-width letters and digits', 'Haze 42', '\uff28\uff41\uff5a\uff45\u3000\uff14\uff12'],
  ['joined letters', 'fire', '\ufb01re'],
  ['spaces around it', 'Blue Dream', ' \t\u00a0Blue Dream\n'],
];

/** The same but for capitals. */
const CASES: readonly (readonly [kind: string, one: string, other: string])[] = [
  ['capitals', 'haze', 'HAZE'],
  ['Turkish capitals', 'irmik', '\u0130RM\u0130K'],
  ['a Turkish letter without a dot', 'IRMAK', '\u0131rmak'],
  ['German letters', 'Stra\u00dfe', 'STRASSE'],
  ['a German capital', 'Stra\u00dfe', 'STRA\u1e9eE'],
  ['the end of a Greek word', '\u03a3\u039f\u03a6\u039f\u03a3', '\u03c3\u03bf\u03c6\u03bf\u03c2'],
];

describe.each([...WRITINGS, ...CASES])('with %s, %j and %j', (_, one, other) => {
  test('are one name', () => {
    expect(foldName(other)).toBe(foldName(one));
  });

  test('are found by one search', () => {
    expect(foldText(other).trim()).toBe(foldText(one).trim());
  });

  test('are one user name', () => {
    expect(usernameKey(other)).toBe(usernameKey(one));
  });
});

describe.each(WRITINGS)('with %s, %j and %j', (_, plain, other) => {
  test('are one code', () => {
    expect(plainTyped(other)).toBe(plainTyped(plain));
  });

  test('are one password', () => {
    expect(secretForm(other)).toBe(secretForm(plain));
  });
});

test.each([
  ['Jalapen\u0303o', 'Jalape\u00f1o'],
  ['\u200b A \u200b', 'A'],
  ['one\r\ntwo\u2028three', 'one\ntwo\nthree'],
  ['\u202eone\u202c two', 'one two'],
  ['\u05d1\u05dc\u05d5 3.5G', '\u05d1\u05dc\u05d5 3.5G'],
  ['Edibles \u2764\ufe0f', 'Edibles \u2764\ufe0f'],
  ['\ud83d\udc69\u200d\ud83c\udf3e', '\ud83d\udc69\u200d\ud83c\udf3e'],
  ['Edibles\ufe0f', 'Edibles'],
  ['Mother\u2019s \u2014 \uff11', 'Mother\u2019s \u2014 \uff11'],
  ['\u3164', ''],
])('%j is stored as %j', (typed, stored) => {
  expect(cleanText(typed)).toBe(stored);
});

test('what is stored is stored the same again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(cleanText(cleanText(text))).toBe(cleanText(text));
      expect(cleanId(cleanId(text))).toBe(cleanId(text));
      expect(plainTyped(plainTyped(text))).toBe(plainTyped(text));
    }),
  );
});

test.each([
  ['abc', 'abc\u200b'],
  ['A 1', 'A\u00a01'],
  ['A-1', 'A\u20111'],
  ['\u00e91', 'e\u03011'],
])('the ids %j and %j look the same', (one, other) => {
  expect(idKey(other)).toBe(idKey(one));
});

test('ids that look different are different', () => {
  expect(new Set(['abc', 'ABC', 'a\u00b2', 'a2', 'A 1', 'A1'].map(idKey)).size).toBe(6);
});

test('a password of spaces only is one', () => {
  expect(secretForm('   ')).toBe('   ');
});

describe('Telegram', () => {
  test.each([
    ['night_leaf', 'night_leaf'],
    ['@night_leaf', 'night_leaf'],
    [' @night_leaf ', 'night_leaf'],
    ['https://t.me/night_leaf', 'night_leaf'],
    ['http://www.telegram.me/night_leaf/', 'night_leaf'],
    ['T.me/@night_leaf', 'night_leaf'],
    ['tg://resolve?domain=night_leaf', 'night_leaf'],
    ['t.me/+AbCd', 't.me/+AbCd'],
    ['https://t.me/joinchat/AbCd', 'https://t.me/joinchat/AbCd'],
    ['https://bad.example/t.me/night', 'https://bad.example/t.me/night'],
    ['@@night', '@night'],
    ['night leaf', 'night leaf'],
    ['https://t.me/night_leaf?start=1', 'night_leaf'],
    ['t.me/night_leaf/12', 'night_leaf'],
    ['tg:resolve?text=hello&domain=night_leaf', 'night_leaf'],
    ['https://web.telegram.org/k/#@night_leaf', 'night_leaf'],
    ['https://night_leaf.t.me', 'night_leaf'],
    ['@night_leaf.', 'night_leaf'],
    ['(@night_leaf)', 'night_leaf'],
    ['Telegram: @night_leaf', 'night_leaf'],
    ['\u200e@night_leaf\u00a0', 'night_leaf'],
    ['\uff20night\uff3fleaf', 'night_leaf'],
    ['night_leaf?start=1', 'night_leaf?start=1'],
    ['tg://join?invite=a', 'tg://join?invite=a'],
  ])('"%s" names %s', (written, name) => {
    expect(telegramName(written)).toBe(name);
  });

  test.each([
    ['@night', 'https://t.me/night'],
    ['t.me/night', 'https://t.me/night'],
    ['www.t.me/night', 'https://www.t.me/night'],
    [' t.me/+AbCd ', 'https://t.me/+AbCd'],
    ['Telegram.me/joinchat/Ab', 'https://Telegram.me/joinchat/Ab'],
    ['https://t.me/night', 'https://t.me/night'],
    ['tg://join?invite=a', 'tg://join?invite=a'],
    ['https://chat.example/night', 'https://chat.example/night'],
    ['@our group', '@our group'],
    ['our@night', 'our@night'],
    ['t.me/', 't.me/'],
    ['t.me/our group', 't.me/our group'],
    ['at.me/night', 'at.me/night'],
  ])('"%s" leads to %s', (written, link) => {
    expect(telegramLink(written)).toBe(link);
  });
});
