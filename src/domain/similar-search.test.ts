import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALL_CATEGORIES } from './categories.ts';
import { isCloseSpelling } from './close-spelling.ts';
import { splitAtMatches } from './highlight.ts';
import { ALL_BRANDS, filterProducts } from './search.ts';
import { findSimilar } from './similar-search.ts';
import { aProduct, catalogues } from './testing/products.ts';

describe('a close spelling', () => {
  test.each([
    ['kuhs', 'kush', true],
    ['kus', 'kush', true],
    ['kkush', 'kush', true],
    ['cush', 'kush', true],
    ['kash', 'kish', true],
    ['cash', 'kush', false],
    ['haze', 'blaze', false],
    ['haze', 'bhze', false],
    ['haze', 'abze', false],
    ['amber', 'amebr', true],
    ['amber', 'umbar', false],
    ['gelatto', 'gelato', true],
    ['gealtto', 'gelato', true],
    ['northligth', 'northlight', true],
    ['nothlihgt', 'northlight', true],
    ['nothlihg', 'northlight', false],
    ['gelatto', 'gel', false],
    ['kush', 'kush', false],
    ['og', 'ox', false],
    ['14g', '12g', false],
    ['og18', 'og19', false],
    ['crème', 'creme', true],
  ])('of "%s" is "%s": %s', (searched, word, isClose) => {
    expect(isCloseSpelling(searched, word)).toBe(isClose);
  });

  test('is never further away than two letters', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 3, maxLength: 8 });
    fc.assert(
      fc.property(letters, letters, (searched, word) => {
        if (Math.abs(searched.length - word.length) > 2) expect(isCloseSpelling(searched, word)).toBe(false);
        // Any single change of a letter is close.
        const changed = `${searched.slice(0, -1)}x`;
        expect(isCloseSpelling(searched, changed)).toBe(true);
      }),
    );
  });
});

describe('products that are similar to a search', () => {
  const gelato = aProduct({ name: 'Gelato 41', description: 'Sweet and creamy.' });
  const haze = aProduct({ name: 'Amnesia Haze', brand: 'Northlight' });
  const eighth = aProduct({ name: 'Lavender Cake - 3.5G' });
  const ounce = aProduct({ name: 'Lavender Cake - 28G' });
  const joint = aProduct({ name: 'Dawn Pre-Rolls' });
  const products = [gelato, haze, eighth, ounce, joint];

  test.each([
    ['a misspelled name', 'gelatto', [gelato], '[Gelato] 41'],
    ['a misspelled brand', 'Northligth', [haze], 'Amnesia Haze'],
    ['a misspelled word of the description', 'cremay', [gelato], 'Gelato 41'],
    ['one right and one misspelled word', 'gelatto 41', [gelato], '[Gelato] [41]'],
    ['a misspelled name of one size', 'lavendar 3.5g', [eighth], '[Lavender] Cake - [3.5G]'],
    ['a misspelled word of the table', 'prerool', [joint], 'Dawn [Pre-Roll]s'],
    ['words of two products', 'gelatto haze', [], ''],
    ['a search that finds it anyway', 'amnesia', [], ''],
    ['right words in another order', 'haze amnesia', [], ''],
    ['nothing close', 'zzzzzz', [], ''],
    ['nothing', ' ', [], ''],
  ])('%s', (_, search, found, marked) => {
    const { products: similar, words } = findSimilar(products, search);
    expect(similar).toEqual(found);
    const parts = splitAtMatches(similar[0]?.name ?? '', { text: '', words });
    expect(parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')).toBe(marked);
  });

  test('come in the order of how close they are, then of where the words are', () => {
    const named = ['Alder Point', 'Banner Farm', 'Batter Bowl', 'Badger Hill'].map((name) => aProduct({ name }));
    const [alder, banner, batter, badger] = named;
    const described = aProduct({ name: 'A Plain One', description: 'Made of badger.' });
    // One letter differs, then two of a word that begins in the same way, then two of any.
    expect(findSimilar([...named, described], 'badder').products).toEqual([badger, described, banner, batter, alder]);
  });

  test.each(['Sherbet', ' sherbet ', 'SHERBET'])(
    '"%s": other spellings, but not what has the word itself',
    (search) => {
      const [sherbet, sherbert] = ['Sherbet Sun', 'Sherbert Moon'].map((name) => aProduct({ name }));
      expect(findSimilar([sherbet!, sherbert!], search).products).toEqual([sherbert]);
    },
  );

  test('are never among those that the search finds', () => {
    fc.assert(
      fc.property(catalogues, fc.constantFrom('bleu', 'blue', 'draem', 'nova', 'noav'), (catalogue, search) => {
        const found = new Set(
          filterProducts(catalogue, { search, brand: ALL_BRANDS, category: ALL_CATEGORIES }).map(({ id }) => id),
        );
        for (const { id } of findSimilar(catalogue, search).products) expect(found.has(id)).toBe(false);
      }),
    );
  });
});
