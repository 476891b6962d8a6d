import { describe, expect, test } from 'vitest';
import { filterProducts } from '#domain/search.ts';
import { buildProduct } from '../../testing/products.ts';
import { suggestSearches } from './did-you-mean.ts';

const products = ['Blue Dream - 3.5G', 'Gelato 41 (Indoor)', 'Strawberry Cough', 'Zkittlez'].map((name, at) =>
  buildProduct({ id: at + 1, name, brand: at % 2 ? 'Halcyon' : 'Northlight' }),
);

describe('a search without a result', () => {
  test.each([
    ['bleu dream', 'Blue Dream'],
    ['gelatto', 'Gelato'],
    ['strawbery cogh', 'Strawberry Cough'],
    ['skittlez', 'Zkittlez'],
    ['halcion', 'Halcyon'],
    ['gelatto indoor halcyon', 'Gelato indoor halcyon'],
  ])('for "%s" may have meant %s', (typed, meant) => {
    expect(suggestSearches(products, typed)[0]).toBe(meant);
  });

  test.each([
    ['blue dream wax', ['Blue Dream']],
    ['cough wax northlight', ['cough northlight']],
    ['gelato dream', ['gelato', 'dream']],
    ['gelato dreem', ['gelato']],
  ])('with words that no product has together is offered its parts: "%s"', (typed, parts) => {
    expect(suggestSearches(products, typed)).toEqual(parts);
  });

  test.each([
    ['qqqqqqqq', 'Gelato'],
    ['gg4', 'Iggy'],
    ['gg4', 'Snuggle'],
    ['gg4', 'Hugger'],
    ['brownies', 'Soilgrown Solventless'],
  ])('for "%s" does not mean %s', (typed, name) => {
    const brand = 'Halcyon';
    expect(suggestSearches([...products, buildProduct({ id: 9, name, brand })], typed)).toEqual([]);
  });

  test('only gets suggestions that find something', () => {
    for (const typed of ['dreem', 'north lite', 'gelatto', 'strawbery']) {
      const suggested = suggestSearches(products, typed);
      expect(suggested, typed).not.toEqual([]);
      for (const search of suggested) {
        expect(filterProducts(products, { search, brand: 'all', category: 'all' })).not.toEqual([]);
      }
    }
  });
});
