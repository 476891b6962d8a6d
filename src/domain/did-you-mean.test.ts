import { describe, expect, test } from 'vitest';
import { suggestSearches as suggest } from './did-you-mean.ts';
import { findBySearch, PRODUCT_SEARCH } from './search-results.ts';
import { aProduct } from './testing/products.ts';

const products = ['Blue Dream - 3.5G', 'Gelato 41 (Indoor)', 'Strawberry Cough', 'Zkittlez'].map((name, at) =>
  aProduct({ name, brand: at % 2 ? 'Halcyon' : 'Northlight' }),
);

const suggestSearches = (...[sold, typed]: Parameters<typeof suggest>) =>
  suggest(sold, typed).map(({ search }) => search);

describe('a search without a result', () => {
  test.each([
    ['bleu dream', 'Blue Dream'],
    ['gelatto', 'Gelato'],
    ['strawbery cogh', 'Strawberry Cough'],
    ['skittlez', 'Zkittlez'],
    ['halcion', 'Halcyon'],
    ['gelatto indoor halcyon', 'Gelato indoor halcyon'],
    ['gelatto halcion', 'Gelato Halcyon'],
    ['strawbery dreem', 'Strawberry'],
    ['gellato 41', 'Gelato 41'],
    ['bleu dream 3.5 g', 'Blue dream 3.5 g'],
    ['bluedreem', 'Blue Dream'],
    ['halcyongelato', 'halcyon gelato'],
    ['northlite', 'Northlight'],
    ['dream eigth', 'dream eighth'],
    ['norf lite strawberry', 'strawberry'],
  ])('for "%s" may have meant %s', (typed, meant) => {
    expect(suggestSearches(products, typed)[0]).toBe(meant);
  });

  test.each([
    ['blue dream wax', ['blue dream']],
    ['cough wax northlight', ['cough northlight']],
    ['gelato dream', ['gelato', 'dream']],
    // What is sold as it was typed comes before what it is spelled like.
    ['cough gelatto', ['cough', 'Gelato']],
    ['gelato and cough', ['gelato', 'cough']],
    ['dream 3.5g haze', ['dream 3.5g']],
    ['dream 9 g', ['dream']],
    ['dream 3.5 g haze', ['dream 3.5 g']],
    // Alone, a corrected word has to begin as it was typed.
    ['gelato bream', ['gelato']],
  ])('with words that no product has together is offered its parts: "%s"', (typed, parts) => {
    expect(suggestSearches(products, typed)).toEqual(parts);
  });

  test.each([
    ['qqqqqqqq', 'Gelato'],
    ['gg4', 'Iggy'],
    ['gg4', 'Snuggle'],
    ['gg4', 'Hugger'],
    ['brownies', 'Soilgrown Solventless'],
    ['sleep', 'Cobalt Slip'],
  ])('for "%s" does not mean %s', (typed, name) => {
    const brand = 'Halcyon';
    expect(suggestSearches([...products, aProduct({ name, brand })], typed)).toEqual([]);
  });

  test('whose words are all spelled right is offered a part of it, before what is spelled like the whole', () => {
    const tags = ['Formulation = Live Resin'];
    const sold = [aProduct({ name: 'Sun Oil', tags }), aProduct({ name: 'Rosin Press', brand: 'Halcyon' })];
    expect(suggestSearches([...products, ...sold], 'live rosin')).toEqual(['rosin', 'Live Resin', 'live']);
  });

  test('is offered a word that begins as it was typed before others with as many mistakes', () => {
    const named = ['Alder Point', 'Batter Bowl'].map((name) => aProduct({ name, brand: 'Halcyon' }));
    expect(suggestSearches([...products, ...named], 'badder')).toEqual(['Batter', 'Alder']);
  });

  test('is not offered a word that says nothing', () => {
    const named = [...products, aProduct({ name: 'Something Else Entirely', brand: 'Halcyon' })];
    expect(suggestSearches(named, 'something to help')).toEqual([]);
    expect(suggestSearches(named, 'something for a cough')).toEqual(['cough']);
    const under = [...products, aProduct({ name: 'Undertow Strawberry', brand: 'Halcyon' })];
    expect(suggestSearches(under, 'strawberry under 50')).toEqual(['strawberry']);
  });

  test('is offered what it names before its size', () => {
    const sold = [aProduct({ name: 'Crumb Cake' }), aProduct({ name: 'Hash Brick', weightLabel: 'Eighth' })];
    expect(suggestSearches(sold, 'wedding cake eighths')).toEqual(['cake', 'eighths']);
  });

  test('is corrected in all of its words', () => {
    expect(suggestSearches(products, 'blu dreem')).toEqual(['Blue Dream']);
    expect(suggestSearches(products, 'strawb cogh')).toEqual(['Strawberry Cough']);
  });

  test('is not offered another word beside those that it has', () => {
    const named = ['Bruce Banner', 'Goo Berry', 'Stroop Waffle', 'Edible Ideas Bar'].map((name) => aProduct({ name }));
    const sold = [...named, aProduct({ name: 'Plum Bar', category: 'Edibles' })];
    expect(suggestSearches(sold, 'gmo badder')).toEqual([]);
    expect(suggestSearches(sold, 'edibles cheep')).toEqual(['edibles']);
    expect(suggestSearches([...sold, aProduct({ name: 'Lifted Hard Bar' })], 'gift card')).toEqual([]);
    expect(suggestSearches(sold, 'strops edibles')).toEqual(['edibles']);
  });

  test('is no longer than it was typed where a kind is named', () => {
    const sold = [aProduct({ name: 'Sunset Sherbert - Cartridge', category: 'Carts' })];
    expect(suggestSearches(sold, 'sherbet cart')).toEqual(['Sherbert cart']);
  });

  test('is offered a kind before a word that only begins another one', () => {
    const sold = [aProduct({ name: 'Painted Plum' }), aProduct({ name: 'Night Cream', category: 'Topical' })];
    expect(suggestSearches(sold, 'pain cream')).toEqual(['cream', 'pain']);
  });

  test('is offered the kind that it names in another way, before what is only spelled like it', () => {
    const sold = [aProduct({ name: 'Banner' }), aProduct({ name: 'Plain', category: 'Concentrates' })];
    expect(suggest(sold, 'gmo badder')).toEqual([{ search: 'concentrates', without: ['gmo badder'], isKind: true }]);
    expect(suggestSearches(sold, 'badder')).toEqual(['concentrates']);
    expect(suggestSearches([...sold, aProduct({ name: 'Batter', category: 'Concentrates' })], 'badder')).toEqual([
      'batter concentrates',
    ]);
    // A batter to eat is none.
    expect(suggestSearches([aProduct({ name: 'Waffle Batter', category: 'Edibles' })], 'gmo badder')).toEqual([]);
  });

  test('gives up a size before a strain type, and that before a kind', () => {
    const sold = [
      aProduct({ name: 'Plum Gummies', category: 'Edibles' }),
      aProduct({ name: 'Sativa Blend 10mg', category: 'Flower' }),
      aProduct({ name: 'Plum', weightLabel: 'Gram', category: 'Flower' }),
    ];
    expect(suggestSearches(sold, 'sativa gummies 10mg')).toEqual(['gummies', 'sativa 10mg']);
    expect(suggestSearches(sold, '1g sativa')).toEqual(['sativa']);
    expect(suggestSearches(sold, 'edibles sativa')).toEqual(['edibles', 'sativa']);
    // Half a name says less than a kind.
    expect(suggestSearches(sold, 'plum zzzz flower 9g')).toEqual(['plum flower']);
    expect(suggestSearches([sold[0]!, sold[1]!], 'plum zzzz flower')).toEqual(['flower', 'plum']);
  });

  test('only gets suggestions that find something', () => {
    for (const typed of ['dreem', 'north lite', 'gelatto', 'strawbery']) {
      const suggested = suggestSearches(products, typed);
      expect(suggested, typed).not.toEqual([]);
      for (const search of suggested) {
        expect(findBySearch(products, search, PRODUCT_SEARCH, true).counted).not.toEqual([]);
      }
    }
  });
});
