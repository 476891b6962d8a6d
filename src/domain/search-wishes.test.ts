import { describe, expect, test } from 'vitest';
import { readWish } from './search-wishes.ts';

describe('what a search says about price and order', () => {
  test.each([
    ['cheap', '', null, 'low-high'],
    ['edibles cheap', 'edibles', null, 'low-high'],
    ['Cheapest gummies', 'gummies', null, 'low-high'],
    ['the cheapest', '', null, 'low-high'],
    ['lowest price', '', null, 'low-high'],
    ['low-cost flower', 'flower', null, 'low-high'],
    ['flower price low to high', 'flower', null, 'low-high'],
    ['under $20', '', 'under $20', 'low-high'],
    ['under 20', '', 'under $20', 'low-high'],
    ['below 20 dollars', '', 'under $20', 'low-high'],
    ['less than $20', '', 'under $20', 'low-high'],
    ['<$20', '', 'under $20', 'low-high'],
    ['up to $20', '', 'up to $20', 'low-high'],
    ['gummies up to 20', 'gummies', 'up to $20', 'low-high'],
    ['gummies for under $12.50', 'gummies', 'under $12.50', 'low-high'],
    ['Blue Dream under 20 bucks', 'Blue Dream', 'under $20', 'low-high'],
    ['$20 eighth', 'eighth', 'up to $20', 'high-low'],
    ['20$ carts', 'carts', 'up to $20', 'high-low'],
    ['$29', '', 'up to $29', 'high-low'],
    ['cheap carts for $20', 'carts', 'up to $20', 'low-high'],
    ['carts max $20', 'carts', 'up to $20', 'low-high'],
    ['carts for 20 dollars or less', 'carts', 'up to $20', 'low-high'],
    ['flower over $50', 'flower', 'over $50', 'low-high'],
    ['between 10 and 20 dollars', '', 'from $10 to $20', 'low-high'],
    ['carts $10-$20', 'carts', 'from $10 to $20', 'low-high'],
    ['strongest edibles under $30', 'edibles', 'under $30', 'thc'],
    ['high thc flower', 'flower', null, 'thc'],
    ['newest', '', null, 'newest'],
    ['cheapest ounce of flower', 'ounce flower', null, 'low-high'],
    ['carts on sale', 'carts', null, 'low-high'],
    ["what's new", '', null, 'newest'],
    ['new', '', null, 'newest'],
    ['most expensive cart', 'cart', null, 'high-low'],
  ])('"%s" asks for "%s", %s, %s', (search, rest, limit, sort) => {
    expect(readWish(search)).toMatchObject({ rest, limit, sort });
  });

  test.each([
    'under the sun',
    'new york diesel',
    'salem',
    'under',
    'over the moon',
    'under 20mg',
    'gummies under 20 mg',
    'under 20%',
    'under 3.5 g',
    'up to 5 pack',
    'over 50',
    'for 2',
    'cheapskate',
    'low and slow',
    'up to',
    '20',
    'gelato 41',
    'dollar',
    'high five',
    'max relief',
    '',
  ])('"%s" says nothing about it', (search) => {
    expect(readWish(search)).toBeNull();
  });

  test.each([
    ['under $20', [19.99], [20]],
    ['up to $20', [20], [20.01]],
    ['over $20', [20.01], [20]],
    ['$10 to $20', [10, 20], [9.99, 20.01]],
    ['cheap', [0, 900], []],
  ])('"%s" takes the prices %j and not %j', (search, within, outside) => {
    const { passes } = readWish(search)!;
    expect(within.filter(passes)).toEqual(within);
    expect(outside.filter(passes)).toEqual([]);
  });
});
