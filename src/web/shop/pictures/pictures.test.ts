import { expect, test } from 'vitest';
import { pictureForms } from '#domain/picture-widths.ts';
import { drawingOf } from './category-drawing.tsx';
import { initialsOf } from './product-picture.tsx';
import { otherWidths, sourceSet } from './responsive-image.tsx';

const forms = pictureForms('/api/proxy-image/jars/og.jpg');

test.each([
  ['shatter', 'Concentrates', 'Shatter', 'Blue Dream'],
  ['jar', 'Concentrates', null, 'Chocolope Kush - Oil'],
  ['concentrate', 'Concentrates', 'Wax', 'Blue Dream - Wax'],
  ['candy', 'Edibles', 'Candy', 'Sour Drops'],
  ['edible', 'Edibles', null, 'River Gummies'],
  ['edible', 'Edibles', 'Candy', 'Gummies - Grape'],
  ['chocolate', 'Edibles', 'Chocolate', 'Gummy Bears in Chocolate'],
  ['cookie', 'Edibles', 'Snack', 'Coconut & Almond Brownie'],
  ['cookie', 'Edibles', null, 'Caramel Cheesecake Brownie'],
  ['cookie', 'Edibles', 'Candy', 'Chocolate Chip Cookies'],
  ['lollipop', 'Edibles', 'Candy', 'Lolly Pops'],
  ['snack', 'Edibles', 'Candy', 'Pastel Peanuts'],
  ['snack', 'Edibles', 'Snack', 'Asian Sesame'],
  ['tin', 'Topical', null, 'Blue Raspberry Lip Balm'],
  ['tin', 'Topical', null, 'Heal-All Salve'],
  ['topical', 'Topical', null, 'Lavender Lotion'],
  ['flower', 'Flower', null, ''],
  ['hash', 'Flower', 'Smalls', 'OG Kush - Hash'],
  ['crumbs', 'Unknown', null, 'Kashmir Kush - Honeycomb'],
  ['pouch', 'Oddments', 'Shatter', 'Blue Dream'],
])('without a picture the drawing is of a %s: %s, %s, %s', (drawing, category, form, name) => {
  expect(drawingOf(category, form, name)).toBe(drawing);
});

test('flower without a picture is not always the same drawing, but that of one strain is', () => {
  const strains = ['Blue Dream', 'Chocolate Haze', 'Gelato', 'Northern Lights', 'OG Kush', 'Zkittlez'];
  expect(new Set(strains.map((name) => drawingOf('Flower', null, name))).size).toBeGreaterThan(2);
  expect(drawingOf('Flower', null, 'Blue Dream - 28G')).toBe(drawingOf('Flower', null, 'Blue Dream - 3.5G'));
});

test('a browser can choose among all widths of a picture', () => {
  expect(sourceSet(forms)).toBe(
    '/api/proxy-image/jars/x250-og.jpg 250w, /api/proxy-image/jars/x560-og.jpg 560w, /api/proxy-image/jars/x950-og.jpg 950w',
  );
});

test('the large and the small width replace each other and the middle one, whatever the origin', () => {
  expect(otherWidths(forms, `https://shop.test${forms.small}`)).toEqual([forms.large]);
  expect(otherWidths(forms, `https://shop.test${forms.middle}`)).toEqual([forms.large, forms.small]);
  expect(otherWidths(forms, `https://shop.test${forms.large}`)).toEqual([forms.small]);
});

test.each([
  ['Blue Dream', 'BD'],
  ['Blue Dream Cart - 1G', 'BD'],
  ['Gelato', 'GE'],
  ['3 Kings', '3K'],
  ['"Émile" & co', 'ÉC'],
  ['X', 'X'],
  ['***', ''],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
