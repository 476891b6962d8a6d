import { describe, expect, test } from 'vitest';
import { findNearest, type NearestPlace } from './nearest-products.ts';
import type { Product } from './product.ts';
import { aProduct } from './testing/products.ts';

const tags = (form: string) => [`Formulation = ${form}`];
const gummies = [
  aProduct({ name: 'River Gummies - Plum 100mg', brand: 'Hearth', category: 'Edibles', finalPrice: 30 }),
  aProduct({ name: 'River Gummies - Pear 100mg', brand: 'Hearth', category: 'Edibles', finalPrice: 18 }),
];
const dream = aProduct({ name: 'Blue Dream', brand: 'Halcyon', category: 'Flower', finalPrice: 40 });
const wax = aProduct({
  name: 'Plain Wax',
  brand: 'Halcyon',
  category: 'Concentrates',
  tags: tags('Wax'),
  finalPrice: 50,
});
const banner = aProduct({ name: 'Bruce Banner', brand: 'Kiln', category: 'Flower', finalPrice: 60 });
const sativa = aProduct({ name: 'Sativa Pre-Roll', brand: 'Kiln', category: 'Pre-rolls', finalPrice: 12 });
const products = [...gummies, dream, wax, banner, sativa];

const HERE = { isTyping: false, sort: 'none' } as const;
const find = (search: string, isTyping = false) =>
  findNearest([{ products, where: '' }], search, { ...HERE, isTyping });

describe('the nearest products of a search that finds none', () => {
  test.each([
    ['gummies 10mg', '2 products with “gummies”, but none with “10mg”'],
    ['blue dream wax', '1 product with “blue dream”, but not with “wax”'],
    ['sativa gummies', '2 products with “gummies”, but none with “sativa”'],
    ['blu dreem', '1 product with “Blue Dream”, but not with “blu dreem”'],
    ['gummies 10mg zzzz', '2 products with “gummies”, but none with “10mg zzzz”'],
    ['best flower please', '2 products with “flower”'],
    ['gmo badder', '1 product of the kind “concentrates”, but not with “gmo badder”'],
    ['brownies', '2 products of the kind “edibles”, but none with “brownies”'],
    ['cheap', '6 products, lowest price first'],
    ['edibles cheap', '2 products with “edibles”, lowest price first'],
    ['under $20', '2 products under $20, lowest price first'],
    ['gummies under $20', '1 product with “gummies” under $20'],
    ['gummies under 5', '2 products with “gummies”, but none under $5, lowest price first'],
    ['gummies 10mg under $5', '2 products with “gummies”, but none under $5 or with “10mg”, lowest price first'],
    ['$40', '1 product at $40'],
    ['gummies for $18', '1 product with “gummies” at $18'],
    ['gummies $29', '1 product with “gummies” up to $29'],
    ['$31', '3 products up to $31, highest price first'],
    ['zzzz under $20', '2 products under $20, but none with “zzzz”, lowest price first'],
    ['strongest gummies', '2 products with “gummies”, strongest first'],
  ])('"%s": %s', (search, text) => {
    expect(find(search).nearest?.text).toBe(text);
  });

  test('have the kind rather than a single word of a name', () => {
    const sugar = aProduct({ name: 'Infused Sugar', category: 'Edibles' });
    const { nearest } = findNearest([{ products: [...products, sugar], where: '' }], 'infused preroll', HERE);
    expect(nearest).toMatchObject({ products: [sativa], text: '1 product with “preroll”, but not with “infused”' });
  });

  test.each([
    ['under $20', true],
    ['cheap edibles', true],
    ['gummies under 5', false],
    ['zzzz under $20', false],
    ['gummies 10mg', false],
  ])('are all that was asked for if the rest of the search is about price: "%s", %s', (search, isAnswer) => {
    expect(find(search).nearest).toMatchObject({ isAnswer });
  });

  test.each(['zzzz', 'cheap zzzz', 'z', ''])('are none for "%s"', (search) => {
    expect(find(search)).toEqual({ nearest: null, suggestions: [] });
  });

  test('are within the price, in the order that is asked for, unless another one is chosen', () => {
    const { nearest, suggestions } = find('gummies up to $18');
    expect(nearest).toMatchObject({ products: [gummies[1]], search: 'gummies', sort: 'low-high', isSure: true });
    expect(suggestions).toMatchObject([{ search: 'gummies', sort: 'low-high' }]);
    const chosen = findNearest([{ products, where: '' }], 'cheap gummies', { isTyping: false, sort: 'name' });
    expect(chosen.nearest).toMatchObject({ sort: 'name', text: '2 products with “gummies”' });
  });

  test('cost exactly the price that stands alone, if there are any', () => {
    const cheaper = aProduct({ name: 'River Gummies - Fig 100mg', category: 'Edibles', finalPrice: 17.5 });
    const sold = [{ products: [...products, cheaper], where: '' } as const];
    expect(findNearest(sold, '$18', HERE).nearest).toMatchObject({ products: [gummies[1]], text: '1 product at $18' });
    expect(findNearest(sold, 'up to $18', HERE).nearest?.products).toHaveLength(3);
  });

  test('have the strength that the search states, if the cards say so', () => {
    const drink = (strength: string) => aProduct({ name: 'Fizz Drink', category: 'Edibles', tags: [strength] });
    const [mild, strong, cbd] = [drink('THC = 10 mg'), drink('THC = 100 mg'), drink('CBD = 10 mg')];
    const flower = aProduct({ name: 'Oak Flower', category: 'Flower', description: 'THC: 22.5%' });
    const sold = [{ products: [...products, mild, strong, cbd, flower], where: '' } as const];
    const nearest = (search: string) => findNearest(sold, search, HERE).nearest;
    const answer = (found: readonly Product[], text: string) => ({ products: found, text, isAnswer: true });
    expect(nearest('drinks 10mg')).toMatchObject(answer([mild], '1 product with “drinks” and THC 10 mg'));
    expect(nearest('10 mg drinks')).toMatchObject(answer([mild], '1 product with “drinks” and THC 10 mg'));
    expect(nearest('drink 10mg cbd')).toMatchObject(answer([cbd], '1 product with “drink” and CBD 10 mg'));
    expect(nearest('oak 22.5%')).toMatchObject(answer([flower], '1 product with “oak” and THC 22.5%'));
    expect(nearest('10 mg')).toMatchObject(answer([mild], '1 product with THC 10 mg'));
    expect(nearest('drinks 50mg')).toMatchObject({ text: '3 products with “drinks”, but none with “50mg”' });
  });

  test('while somebody types are those without the unfinished word, and nothing else is meant', () => {
    expect(find('blue dream g', true)).toMatchObject({
      nearest: { text: '1 product with “blue dream”, but not with “g”', isSure: true },
      suggestions: [],
    });
    expect(find('blue dream gumm', true)).toMatchObject({ nearest: { search: 'blue dream' }, suggestions: [] });
    // A space ends the word, and so does leaving the field.
    for (const finished of [find('blue dream zz ', true), find('blue dream zz')]) {
      expect(finished.suggestions.map(({ search }) => search)).toEqual(['Blue Dream']);
    }
    // What is said for a kind is finished, also if it begins a word of another list: nothing changes when the typing ends.
    findNearest([{ products: [aProduct({ name: 'Shatterproof' })], where: '' }], 'zzzz', HERE);
    const fog = [aProduct({ name: 'Fog', category: 'Concentrates' }), dream];
    for (const isTyping of [true, false]) {
      const { nearest } = findNearest([{ products: fog, where: '' }], 'gmo dream shatter', { isTyping, sort: 'none' });
      expect(nearest?.text).toBe('1 product of the kind “concentrates”, but not with “gmo dream shatter”');
    }
    expect(find('blue dreem', true).suggestions.map(({ search }) => search)).toEqual(['Blue Dream']);
    expect(find('gummies 10mg zz', true).nearest?.text).toBe('2 products with “gummies”, but none with “10mg” or “zz”');
  });

  test('are of the category that is named', () => {
    const tea = aProduct({ name: 'Flower Tea', category: 'Edibles', finalPrice: 5 });
    const tool = aProduct({ name: 'Joint Case', category: 'Accessories', finalPrice: 5 });
    const sold = [{ products: [...products, tea, tool], where: '' } as const];
    const cheap = (search: string) => findNearest(sold, search, HERE).nearest?.products;
    expect(cheap('cheap flower')).toEqual([dream, banner]);
    expect(cheap('cheap joints')).toEqual([sativa]);
    expect(cheap('cheap tea')).toEqual([tea]);
    expect(cheap('flower 9g')).toEqual([dream, banner]);
    // One word of a category is not always what it has.
    const goods = aProduct({ name: 'Mug', category: 'Halcyon Goods' });
    const named = findNearest([{ products: [dream, wax, goods], where: '' }], 'cheap halcyon', HERE);
    expect(new Set(named.nearest?.products)).toEqual(new Set([dream, wax, goods]));
  });

  test('are in the nearest place that has them', () => {
    const places: NearestPlace[] = [
      { products: [banner], where: '' },
      { products: [banner, dream], where: 'without your filters' },
      { products, where: 'in other categories' },
    ];
    expect(findNearest(places, 'blue dream', HERE).nearest).toMatchObject({
      text: '1 product with “blue dream” without your filters',
      count: '1',
    });
    expect(findNearest(places, 'gummies', HERE).nearest).toMatchObject({
      text: '2 products with “gummies” in other categories',
      count: '2',
    });
    expect(findNearest(places, 'banner 10mg', HERE).nearest).toMatchObject({
      text: '1 product with “banner”, but not with “10mg”',
      count: null,
    });
    expect(findNearest(places, 'cheap', HERE).nearest?.products).toEqual([banner]);
    // A kind that another category has is nearer than a word here that is only spelled alike.
    expect(findNearest(places, 'batter', HERE).nearest?.place.where).toBe('in other categories');
  });
});
