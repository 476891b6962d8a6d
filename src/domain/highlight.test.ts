import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { marksOf, NO_MARKS, splitAtMatches } from './highlight.ts';

describe('a text is marked at what was searched', () => {
  const marked = (text: string, search: string) =>
    splitAtMatches(text, marksOf(search))
      .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
      .join('');

  test.each([
    ['Blue Dream', 'blue', '[Blue] Dream'],
    ['Blue blue', 'BLUE', '[Blue] [blue]'],
    ['Deep blue', 'ep bl', 'De[ep bl]ue'],
    ['Blue Dream', 'dream blue', '[Blue] [Dream]'],
    ['Blue Dream', 'blue dream', '[Blue Dream]'],
    ['Blue Dream - Wax', 'wax dre', 'Blue [Dre]am - [Wax]'],
    ['Tribute', 'bu ri', 'Tribute'],
    ['Blue Dream', 'haze', 'Blue Dream'],
    ['Blue Dream', '', 'Blue Dream'],
    ['Blue Dream', 'b', 'Blue Dream'],
    ['Gelato 41', '4 gel', '[Gel]ato [4]1'],
    ['Kelp & Lime', 'kelp lime', '[Kelp] & [Lime]'],
    ['(1G)', '(1g', '[(1G])'],
    ['Blue 3.5G', '3.5 grams', 'Blue [3.5G]'],
    ['Blue 35G', '3.5 grams', 'Blue 35G'],
    ['Mother’s Finest', "mother's", '[Mother’s] Finest'],
    ['Mother’s Finest', 'mothers', '[Mother’s] Finest'],
    ['Pre-Rolls', 'prero', '[Pre-Ro]lls'],
    ['Preroll', 'pre-roll', '[Preroll]'],
    ['Infused Joint', 'pre-rolls', 'Infused [Joint]'],
    ['Budder', 'flower', 'Budder'],
    ['Girl Scout Cookies - Oil', 'gsc', '[Girl Scout Cookies] - Oil'],
    ['Gorilla Glue #4', 'gg4', '[Gorilla Glue] #4'],
    ['Berries', 'berry', '[Berri]es'],
    ['Berry', 'berries', '[Berry]'],
    ['Jalapeño Haze', 'jalapen', '[Jalapeñ]o Haze'],
    ['Half Ounce', 'half ounces', '[Half Ounce]'],
    ['İstanbul Blue', 'blue', 'İstanbul [Blue]'],
    ['', 'blue', ''],
  ])('"%s" searched for "%s"', (text, search, expected) => {
    expect(marked(text, search)).toBe(expected);
  });

  test('and is nothing but these parts', () => {
    expect(splitAtMatches('Blue Dream', marksOf('dream'))).toEqual([
      { text: 'Blue ', isMatch: false },
      { text: 'Dream', isMatch: true },
    ]);
    expect(splitAtMatches('', marksOf('dream'))).toEqual([]);
    expect(splitAtMatches('Blue', NO_MARKS)).toEqual([{ text: 'Blue', isMatch: false }]);
  });

  test('and stays the same text, without empty parts', () => {
    const unit = fc.oneof(fc.constantFrom('a', 'B', 'c', ' ', 'İ', '-', '’', '\u200b', '½', '3', 'g'), fc.string());
    const texts = fc.string({ unit });
    fc.assert(
      fc.property(texts, texts, (text, search) => {
        const parts = splitAtMatches(text, marksOf(search)).map((part) => part.text);
        expect(parts.join('')).toBe(text);
        expect(parts).not.toContain('');
      }),
    );
  });
});
