import { expect, test } from 'vitest';
import { closeCategory, isKnownCategory } from './close-category.ts';

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
