import { expect, test } from 'vitest';
import { CategoryMap, plainCategory, withNames } from './category-map.ts';
import { categoryWarnings, closeCategory, isKnownCategory, nearCategories } from './category-warnings.ts';

const NONE = new CategoryMap([]);
const warningsOf = (categories: readonly (string | null)[], { hasLimits = true, map = NONE } = {}) =>
  categoryWarnings(map, categories, { hasLimits });

const UNCOUNTED =
  'No purchase limit by weight or dose counts "Seeds", "Blunts", because the kind is not known. Set it in Categories.';

test('categories that no limit counts are named', () => {
  expect(warningsOf(['Flower', 'Seeds', 'PRE_ROLLS', 'Blunts', 'Seeds', 'Accessories', null])).toEqual([UNCOUNTED]);
});

test('without limits nothing has to count', () => {
  expect(warningsOf(['Seeds'], { hasLimits: false })).toEqual([]);
});

test('a kind that the shop has set counts', () => {
  const map = withNames(new CategoryMap([{ ...plainCategory('Seeds'), kind: 'none' }]), ['Seeds']);
  expect(warningsOf(['seeds', 'Flower'], { map })).toEqual([]);
});

test.each([
  ['Pre-rolls', 'Pre Rolls'],
  ['Pre-rolls', 'pre_roll'],
  ['Edible', 'Edibles'],
  ['Vape & Pens', 'Vape Pens'],
])('"%s" and "%s" are nearly one', (one, other) => {
  expect(warningsOf([one, other])).toEqual([
    `"${one}", "${other}" are different categories. If they are one, merge them in Categories.`,
  ]);
});

test('names that fold alike are one, and others are different', () => {
  expect(warningsOf(['Flower', 'FLOWER', 'Carts', 'Topical'])).toEqual([]);
});

test('a merged category is no double', () => {
  const target = plainCategory('Edibles');
  const map = new CategoryMap([target, { ...plainCategory('Edible'), mergedInto: target.key }]);
  expect(warningsOf(['Edible', 'Edibles'], { map })).toEqual([]);
});

test.each([
  ['one that is missing an s', ['Edible'], ['Edibles', null], [{ name: 'Edible', use: 'Edibles' }]],
  ['one with another sign', ['pre rolls', 'Tea'], ['Pre-Rolls'], [{ name: 'pre rolls', use: 'Pre-Rolls' }]],
  ['one in use', ['EDIBLES'], ['Edibles'], []],
  ['one of its own', ['Tea'], ['Edibles'], []],
  ['one beside its double, which is in use too', ['Edible'], ['Edibles', 'Edible'], []],
])('a new category that is nearly one in use is offered that one: %s', (_, ofFile, inUse, near) => {
  expect(nearCategories(NONE, { ofFile, inUse })).toEqual(near);
});

const NAMES = ['Flower', 'Pre-rolls', 'Vape Cartridges', 'BYOB', 'Munchies'];

test.each([
  ['flower', true],
  ['  FLOWER ', true],
  ['Vape  Cartridges', true],
  ['Flowr', false],
  ['Pre rolls', false],
])('"%s" is a category already: %s', (typed, isKnown) => {
  expect(isKnownCategory(typed, NAMES)).toBe(isKnown);
});

test.each([
  ['Flowr', 'Flower'],
  ['Flowers', 'Flower'],
  ['Pre rolls', 'Pre-rolls'],
  ['pre-roll', 'Pre-rolls'],
  ['Vape cartriges', 'Vape Cartridges'],
  ['Muchnies', 'Munchies'],
  ['Seeds', null],
  ['🌿', null],
  ['B', null],
])('of the category "%s", %s is suggested', (typed, close) => {
  expect(closeCategory(typed, NAMES)).toBe(close);
});
