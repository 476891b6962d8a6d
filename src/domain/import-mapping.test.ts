import { expect, test } from 'vitest';
import { guessFields } from './import-mapping.ts';

const guessed = (...columns: string[]) =>
  Object.fromEntries(guessFields(columns).map((field, at) => [columns[at], field]));

test.each([
  ['Product title', 'name'],
  ['Our price (USD)', 'price'],
  ['Retail price in USD', 'price'],
  ['Strain name', 'name'],
  ['Qty on hand', 'qty'],
  ['Quantity', 'qty'],
  ['Item SKU', 'id'],
  ['Unit size', 'size'],
  ['Image URL', 'images'],
  ['Lot number', 'batch'],
  ['brandName', 'brand'],
  ['variation_name', 'size'],
  ['inventory_Main', 'qty'],
  ['Current Quantity Main Street', 'qty'],
])('a column "%s" is suggested as %s', (column, field) => {
  expect(guessed(column)).toEqual({ [column]: field });
});

test.each([
  'Cost price',
  'Wholesale price',
  'Reserved qty',
  'Reorder quantity',
  'Price per gram',
  'Rating',
  'Inventory tracker',
  'track_inventory',
  'promoPrice',
])('a column "%s" is not taken for another figure', (column) => {
  expect(guessed(column)).toEqual({ [column]: null });
});

test('the most usual header wins, and of two that are alike none is suggested', () => {
  expect(guessed('List price', 'Price', 'Name')).toEqual({ 'List price': null, Price: 'price', Name: 'name' });
  expect(guessed('First name', 'Last name')).toEqual({ 'First name': null, 'Last name': null });
});

test('pictures may be in several columns', () => {
  expect(guessed('Image 1', 'Image 2', 'Photo')).toEqual({ 'Image 1': 'images', 'Image 2': 'images', Photo: 'images' });
});
