import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ITEM_SEARCH } from './panel-item.ts';
import { ALL_BRANDS, filterProducts } from './search.ts';
import { findBySearch, MATCH, matchesIn, PRODUCT_SEARCH } from './search-results.ts';
import { aProduct, catalogues } from './testing/products.ts';

const find = (products: ReturnType<typeof aProduct>[], search: string, isSorted = false) => {
  const { counted, more } = findBySearch(products, search, PRODUCT_SEARCH, isSorted);
  return [counted.map(({ name }) => name), more.map(({ name }) => name)];
};
const isFound = (stated: Parameters<typeof aProduct>[0], search: string): boolean =>
  find([aProduct({ name: 'Nothing', brand: 'Unknown', category: 'Unknown', ...stated })], search)[0]!.length > 0;

describe('a search', () => {
  test('counts what the specified rule finds, and has more matches below', () => {
    const products = ['Dream Blue', 'Blue Dream', 'Haze'].map((name) => aProduct({ name }));
    expect(find(products, 'blue dream')).toEqual([['Blue Dream'], ['Dream Blue']]);
  });

  test('counts the other matches if the specified rule finds none', () => {
    expect(find([aProduct({ name: 'Blue Dream' })], 'dream blue')).toEqual([['Blue Dream'], []]);
  });

  test.each([
    ['the name', { name: 'Amber Tide' }],
    ['the brand', { brand: 'Tide Amber' }],
    ['the category', { category: 'Ambers of Tide' }],
    ['the form', { tags: ['Formulation = Amber Tide'] }],
    ['the size', { size: 'Amber, tide' }],
    ['the strain', { description: 'Strain: Tide (Amber).' }],
    ['the value of a tag', { tags: ['Mood = amber tides'] }],
    ['a tag without a value', { tags: ['amber tides'] }],
    ['the description', { description: 'Of tides and ambers' }],
    ['name and brand together', { name: 'Amber', brand: 'Tideland' }],
  ])('finds words in %s', (_, stated) => {
    expect(isFound(stated, 'tide amber')).toBe(true);
    expect(isFound(stated, 'tide amber quince')).toBe(false);
  });

  test('finds a weight label unless it is doubtful', () => {
    expect(isFound({ weightLabel: '2g Cart' }, 'cart 2g')).toBe(true);
    expect(isFound({ weightLabel: '2g Cart', labelDoubtful: true }, 'cart 2g')).toBe(false);
    expect(isFound({ weightLabel: 'Eighth' }, 'eighths')).toBe(true);
    expect(isFound({ weightLabel: 'Eighth', labelDoubtful: true }, 'eighths')).toBe(false);
  });

  test.each([
    ['Pre-Roll', 'preroll', true],
    ['Pre‑Roll', 'pre roll', true],
    ['Pre–Rolls', 'pre-roll', true],
    ['Preroll', 'pre roll', true],
    ['Pre Roll', 'prerol', true],
    ['All-in-One', 'allinone', true],
    ['Allinone', 'all-in-one', true],
    ['Mother’s Finest', "finest mother's", true],
    ['Mothers Finest', "mother's finest", true],
    ["Mother's Finest", 'mothers  finest', true],
    ['Crème Brûlée', 'brulee creme', true],
    ['Jalapen\u0303o', 'JALAPEÑO', true],
    ['Gelato 41', '41 gel', true],
    ['Blueberries', 'blueberry', true],
    ['Blue Berry', 'blueberries', true],
    ['Gas', 'ga', true],
    ['Ga', 'gas', false],
    ['Kush', 'ush k', false],
    ['Tin Roof Top', 'tinroof', true],
    ['Half / Full', 'full half', true],
    ['Ratio 1/2', '1/2 ratio', true],
    ['Ratio 1 2', '1/2 ratio', false],
    ['🍒Cherry🍒', '🔥 cherry', true],
    ['Haze 29', 'haze $29', false],
    ['The $29 Haze', 'haze $29', true],
    ['A$AP Haze', 'haze a', true],
  ])('"%s" is found by "%s": %s', (name, search, isIt) => {
    expect(isFound({ name }, search)).toBe(isIt);
  });

  test.each([
    ['Haze 3.5G', '3.5 grams', true],
    ['Haze 3.5G', '1/8 oz', true],
    ['Haze 3.5G', '1/8', true],
    ['Haze Eighth', '3.5 g', true],
    ['Haze 35G', '3.5 g', false],
    ['Haze 3.5G', '3,5 g', true],
    ['Haze 35G', '3,5g', false],
    ['Gums 1,000mg', '1,000 mg', true],
    ['Haze 448 g', '1 lb', true],
    ['Haze Pound', 'haze lb', true],
    ['Haze 3.5G', 'lbs', false],
    ['Haze - Half Ounce', '14g', true],
    ['Haze - Half Ounce', 'half oz', true],
    ['Haze - Ounce', 'half ounce', false],
    ['Haze 28.35g', 'oz', true],
    ['Haze 5pk', '5-pack', true],
    ['Haze 15-pack', '5 pack', false],
    ['Pound Cake', 'cake pound', true],
    ['Poundcake', 'pound cake', true],
    ['Impound', 'pounds', false],
    ['Haze 448 g', 'pounds', true],
    ['THC 100mg Gums', '100 mg', true],
    ['THC 1,000mg Gums', '1000 mg', true],
    ['THC 1000mg Gums', '100 mg', false],
  ])('the size of "%s" is found by "%s": %s', (name, search, isIt) => {
    expect(isFound({ name }, search)).toBe(isIt);
  });

  test.each([
    [{ name: 'Joint' }, 'pre-rolls', true],
    [{ category: 'Pre-rolls' }, 'joints', true],
    [{ description: 'For joints' }, 'preroll', false],
    [{ name: 'Jointed' }, 'preroll', false],
    [{ name: 'Carts' }, 'vapes', true],
    [{ name: 'Disposable' }, 'vape', true],
    [{ name: 'Vape' }, 'cart', false],
    [{ name: 'Disposable' }, 'cart', false],
    [{ name: 'Cart' }, 'cartridges', true],
    [{ tags: ['Kind = Buds'] }, 'flower', true],
    [{ name: 'Budder' }, 'flower', false],
    [{ name: 'Concentrates' }, 'dab', true],
    [{ name: 'Dabber' }, 'concentrate', false],
    [{ name: 'Gorilla Glue #4 - Wax' }, 'gg4', true],
    [{ name: 'Gorilla Glue #4 - Wax' }, 'gg4 wax', true],
    [{ name: 'Gorilla Glue #4 - Wax' }, 'gg4 shatter', false],
    [{ name: 'GG #4' }, 'gorilla glue', true],
    [{ name: 'Gorilla Skunk' }, 'gg4', false],
    [{ name: 'Girl Scout Cookies - Oil' }, 'gsc', true],
    [{ name: 'Scout Cookies' }, 'gsc', false],
    [{ name: 'GSC' }, 'girl scout cookies', true],
    [{ name: 'Wax', tags: ['Strain = Grand Daddy Purple'] }, 'gdp', true],
    [{ name: 'Wax', description: 'Bred from Girl Scout Cookies' }, 'gsc', false],
    [{ name: 'Super Lemon Haze' }, 'slh', true],
    [{ name: 'Super Lemon Haze' }, 'superlemonhaze', true],
    [{ name: 'Super Lemon' }, 'superlemonhaze', false],
    [{ name: 'Sour Diesel' }, 'sour d', true],
    [{ name: 'Chem Dawg' }, 'chemdog', true],
  ])('synonyms: %j is found by "%s": %s', (stated, search, isIt) => {
    expect(isFound(stated, search)).toBe(isIt);
  });

  test('ranks the whole name, its beginning, its middle, the brand, words of the name, of the facts, text and rest', () => {
    const ranked = [
      aProduct({ name: 'Amber Tide' }),
      aProduct({ name: 'Amber Tide Two' }),
      aProduct({ name: 'Old Amber Tide' }),
      aProduct({ name: 'A Brand', brand: 'Amber Tide Co' }),
      aProduct({ name: 'The Facts of Amber', brand: 'Tidewrack', description: 'Like an amber tide' }),
      aProduct({ name: 'The Text', description: 'Like an amber tide' }),
    ];
    expect(find([...ranked].reverse(), 'amber tide')[0]).toEqual(ranked.map(({ name }) => name));
    const more = [
      aProduct({ name: 'Tide of Amber' }),
      aProduct({ name: 'Facts 2', brand: 'Tide', category: 'Ambers' }),
      aProduct({ name: 'Facts 10', brand: 'Tide', category: 'Ambers' }),
      aProduct({ name: 'A Rest', brand: 'Tide', description: 'amber' }),
    ];
    expect(find([...more].reverse(), 'amber tide')[0]).toEqual(more.map(({ name }) => name));
    expect(find([...more].reverse(), 'amber tide', true)[0]).toEqual(more.map(({ name }) => name).reverse());
  });

  test('also looks in category, label and ids in the panel', () => {
    const item = {
      ...aProduct({ name: 'Haze', category: 'Flower', weightLabel: 'Ounce', externalId: 'kx-9' }),
      labelCheck: {},
    };
    for (const search of ['flow', 'OUNCE', 'kx-9', String(item.id), 'haze flower']) {
      expect(findBySearch([item], search, ITEM_SEARCH, false).counted, search).toEqual([item]);
    }
    // The words of a doubtful label do not count.
    expect(findBySearch([item], 'ounce haze', ITEM_SEARCH, false).counted).toEqual([]);
  });
});

const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('blue', 'nova', 'cart', 'vape', '1g', '-', "'", '½', 'live', 'eighth', 'oz', '2'), {
      maxLength: 5,
    })
    .map((words) => words.join(' ')),
);

describe('whatever is typed', () => {
  test('what the specified rule finds is the first part, and nothing is found twice', () => {
    fc.assert(
      fc.property(catalogues, texts, fc.boolean(), (catalogue, search, isSorted) => {
        const products = catalogue.filter(({ isActive }) => isActive);
        const specified = filterProducts(products, { search, brand: ALL_BRANDS, category: 'all' });
        const { isSpecified, counted, more } = findBySearch(products, search, PRODUCT_SEARCH, isSorted);
        expect(isSpecified).toBe(specified.length > 0 || search.trim() === '');
        if (isSpecified) expect(new Set(counted)).toEqual(new Set(specified));
        if (isSpecified && isSorted) expect(counted).toEqual(specified);
        const all = [...counted, ...more];
        expect(new Set(all).size).toBe(all.length);
        const matches = matchesIn(products, search, PRODUCT_SEARCH);
        expect(products.filter((_, at) => matches[at] !== MATCH.none).length).toBe(all.length);
      }),
    );
  });

  test('the order of the list does not matter, and that of the words not for what is found', () => {
    const words = fc.uniqueArray(fc.constantFrom('blue', 'dream', 'nova', 'carts', 'fern', '1g', 'quarter'), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(catalogues, words, (products, typed) => {
        const found = (list: typeof products, search: string) => {
          const { counted, more } = findBySearch(list, search, PRODUCT_SEARCH, false);
          return [...counted, ...more];
        };
        const search = typed.join('  ');
        expect(found([...products].reverse(), search)).toEqual(found(products, search));
        const turned = found(products, [...typed].reverse().join('  '));
        expect(new Set(turned)).toEqual(new Set(found(products, search)));
      }),
    );
  });
});

test.each(['a'.repeat(10_000), 'a '.repeat(5000), '\u200b', '\r\n\t', 'قنب هندي', '½', '\ud800', '1/8 '.repeat(2000)])(
  'a search of %j does no harm',
  (search) => {
    expect(() => find([aProduct({ name: 'Amber' })], search)).not.toThrow();
  },
);
