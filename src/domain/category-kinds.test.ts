import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATEGORY_KINDS, guessKind, isFood } from './category-kinds.ts';
import { cleanName, foldName } from './typed-text.ts';

describe('names are compared', () => {
  test.each([
    ['without case', 'Pre-Rolls', 'pre-rolls'],
    ['with ends trimmed', '  Flower\t', 'flower'],
    ['with runs of spaces as one', 'Vape \u00a0 Pens', 'vape pens'],
    ['without invisible characters', 'Flo\u200bw\u00ader\ufeff', 'flower'],
    ['without what chooses the look of an emoji', '❤️ Edibles', '❤ edibles'],
    ['invisible characters between spaces', 'A \u200b B', 'a b'],
    ['as nothing if nobody sees them', '\u200b\u2060\u3164\u2800 ', ''],
  ])('%s', (_, name, folded) => {
    expect(foldName(name)).toBe(folded);
  });

  test('a name is shown as it was written, without what nobody sees', () => {
    expect(cleanName('  Blue\u200b  Dream 👩‍🌾❤️ ')).toBe('Blue Dream 👩‍🌾❤️');
  });

  test('the shown form of a name is the same name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(foldName(cleanName(name))).toBe(foldName(name));
        expect(foldName(foldName(name))).toBe(foldName(name));
        expect(cleanName(cleanName(name))).toBe(cleanName(name));
      }),
    );
  });
});

describe('the kind is guessed from the name', () => {
  test.each([
    ['Flower', 'flower'],
    ['Flowers', 'flower'],
    ['FLOWER 🌸', 'flower'],
    ['Buds', 'flower'],
    ['Pre-rolls', 'flower'],
    ['Pre Rolls', 'flower'],
    ['preroll', 'flower'],
    ['Pre_Roll', 'flower'],
    ['Joints', 'flower'],
    ['Concentrates', 'concentrate'],
    ['Dabs', 'concentrate'],
    ['Carts', 'vape'],
    ['Vape Cartridges', 'vape'],
    ['Vape Pens', 'vape'],
    ['Vape-Pen', 'vape'],
    ['Vapes', 'vape'],
    ['Disposable', 'vape'],
    ['Edibles', 'edible'],
    ['🍪 Munchies', 'edible'],
    ['Munchie', 'edible'],
    ['Topical', 'topical'],
    ['Topicals', 'topical'],
    ['Accessories', 'none'],
    ['Accessory', 'none'],
    ['BYOB', 'none'],
    ['In House Products', 'none'],
    ['Tincture', null],
    ['Flower Pots', null],
    ['Unknown', null],
    ['', null],
    ['s', null],
    ['👀', null],
  ])('%j: %s', (name, kind) => {
    expect(guessKind(name)).toBe(kind);
  });

  test('which separators, emoji and plurals make no difference to', () => {
    const separators = fc.constantFrom(' ', '-', '_', ' / ', '🔥', '·', '');
    fc.assert(
      fc.property(
        fc.constantFrom('flower', 'pre roll', 'vape pen', 'edible'),
        separators,
        fc.boolean(),
        (name, between, isMany) => {
          const written = `${between}${name.replaceAll(' ', between)}${isMany ? 's' : ''}${between}`;
          expect(guessKind(written.toUpperCase())).toBe(guessKind(name));
          expect(CATEGORY_KINDS).toContain(guessKind(written));
        },
      ),
    );
  });

  test.each(['Munchies', 'MUNCHIES', 'Munchies 🍿', 'munchie'])('%s are food', (name) => {
    expect(isFood(name)).toBe(true);
    expect(isFood('Edibles')).toBe(false);
  });
});
