import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitAtMatches } from './highlight.ts';

describe('a text is split at what was searched', () => {
  const marked = (text: string, ...words: string[]) =>
    splitAtMatches(text, words)
      .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
      .join('');

  test.each([
    ['Blue Dream', ['blue'], '[Blue] Dream'],
    ['Blue blue', ['BLUE'], '[Blue] [blue]'],
    ['Blueberry', ['blue', 'blueberry'], '[Blueberry]'],
    ['aaa', ['a'], '[a][a][a]'],
    ['Blue Dream', ['dream', 'blue'], '[Blue] [Dream]'],
    ['Blue Dream', ['haze'], 'Blue Dream'],
    ['Blue Dream', ['', ''], 'Blue Dream'],
    ['Blue Dream', [], 'Blue Dream'],
    ['(1G)', ['(1g'], '[(1G])'],
    ['İstanbul Blue', ['blue'], 'İstanbul Blue'],
    ['', ['blue'], ''],
  ])('"%s" at %j', (text, words, expected) => {
    expect(marked(text, ...words)).toBe(expected);
  });

  test('and is nothing but these parts', () => {
    expect(splitAtMatches('Blue Dream', ['dream'])).toEqual([
      { text: 'Blue ', isMatch: false },
      { text: 'Dream', isMatch: true },
    ]);
    expect(splitAtMatches('', ['dream'])).toEqual([]);
  });

  test('and stays the same text, without empty parts', () => {
    const unit = fc.constantFrom('a', 'B', 'c', ' ', 'İ');
    fc.assert(
      fc.property(fc.string({ unit }), fc.array(fc.string({ unit, maxLength: 3 })), (text, words) => {
        const parts = splitAtMatches(text, words).map((part) => part.text);
        expect(parts.join('')).toBe(text);
        expect(parts).not.toContain('');
      }),
    );
  });
});
