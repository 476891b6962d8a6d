import { expect, test } from 'vitest';
import { adminItem } from '../../../testing/admin-item.ts';
import { commonFacts, offeredCategories } from './suggestions.ts';

const cart = (id: number, form: string, size: string | null = null) =>
  adminItem({ id, category: 'Carts', size, tags: [`Formulation = ${form}`, 'Strain = Runtz', 'Volume = 1G', 'calm'] });
const items = [
  cart(1, 'Live Resin', '1G'),
  cart(2, 'Live Resin', '1G'),
  cart(3, 'Distillate', '.5G'),
  cart(4, 'Distillate', '.5G'),
  cart(5, 'Rosin'),
  adminItem({ id: 6, category: 'Topical', tags: ['Formulation = Salve'] }),
  adminItem({ id: 7, category: 'Topical', tags: ['Formulation = Salve'] }),
];

test('a category offers what several of its items have, in the order of words', () => {
  expect(commonFacts(items, ' carts ')).toEqual({
    form: ['Distillate', 'Live Resin'],
    size: ['.5G', '1G'],
    strain: ['Runtz'],
    tags: ['calm'],
  });
});

test('without a category, and for a new one, all items count', () => {
  expect(commonFacts(items, '').form).toEqual(['Distillate', 'Live Resin', 'Salve']);
  expect(commonFacts(items, 'Teas').form).toContain('Salve');
});

test('only the five most common are offered', () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((form, index) =>
    Array.from({ length: index + 2 }, (_, each) => cart(10 * index + each, form)),
  );
  expect(commonFacts(many, 'Carts').form).toEqual(['b', 'c', 'd', 'e', 'f']);
});

test('a new shop is offered the standard categories, but none that it has in other words', () => {
  expect(offeredCategories([])).toContain('Edibles');
  const offered = offeredCategories(['Flowers', 'Teas']);
  expect(offered.slice(0, 3)).toEqual(['Flowers', 'Teas', 'Pre-rolls']);
  expect(offered).not.toContain('Flower');
  expect(offeredCategories(['Flowers', 'Teas', 'Oils'])).toEqual(['Flowers', 'Teas', 'Oils']);
});
