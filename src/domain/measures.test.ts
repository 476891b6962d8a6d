import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measuresOf, readMeasures } from './measures.ts';

const nothing = { grams: [], milligrams: [], pieces: [] };

describe('a text states', () => {
  test.each([
    ['3.5G', [3.5]],
    ['.5G', [0.5]],
    ['0.5 g', [0.5]],
    ['Blue Dream 28g', [28]],
    ['Blue Dream (7 grams)', [7]],
    ['1-gram', [1]],
    ['14 gm jar', [14]],
    ['1 gr', [1]],
    ['2 gram', [2]],
    ['1 ounce', [28]],
    ['2 lbs', [896]],
    ['1 pound', [448]],
    ['1 oz', [28]],
    ['.25oz', [7]],
    ['2 ounces', [56]],
    ['1 lb', [448]],
    ['2 pounds', [896]],
    ['1 Pound (bulk)', [448]],
    ['1/8', [3.5]],
    ['1/8 oz', [3.5]],
    ['1/4oz', [7]],
    ['1/2 oz', [14]],
    ['1/2 gram', [0.5]],
    ['1/2', []],
    ['Eighth', [3.5]],
    ['Eighth - Blue Dream', [3.5]],
    ['Blue Dream – Eighth – Indoor', [3.5]],
    ['Eighth (indoor)', [3.5]],
    ['Indoor, Eighth', [3.5]],
    ['Eighth x Indoor', []],
    ['Blue Dream-Eighth', []],
    ['Blue Dream - Eighth', [3.5]],
    ['Blue Dream Quarter', [7]],
    ['Half Ounce', [14]],
    ['HALF OUNCE', [14]],
    ['Eighth Ounce', [3.5]],
    ['One Ounce', [28]],
    ['Zip', [28]],
    ['Half Zip', [14]],
    ['Blue Dream - lb', [448]],
    ['Blue Dream (half oz)', [14]],
    ['Quarter Pound', [112]],
    ['Half Gram', [0.5]],
    ['Two Grams', [2]],
    ['Gram', [1]],
    ['Full Gram', [1]],
    ['Ounce', [28]],
    ['Pound', [448]],
    ['2G', [2]],
    ['1G and again 1 g', [1]],
  ])('"%s": %j grams', (text, grams) => {
    expect(readMeasures(text).grams).toEqual(grams);
  });

  test.each([
    ['100mg', [100]],
    ['EdiPuffs (250 MG)', [250]],
    ['1,000mg', [1000]],
    ['Vanilla 800mg - Pre-roll', [800]],
    ['100mg (10mg each)', [100, 10]],
    ['7.5 milligrams', [7.5]],
    ['Mints - 16x5mg', [5]],
  ])('"%s": %j milligrams', (text, milligrams) => {
    expect(readMeasures(text).milligrams).toEqual(milligrams);
  });

  test.each([
    ['2-pack', [2]],
    ['5pk', [5]],
    ['10-Pack', [10]],
    ['3-packs', [3]],
    ['Yoda - 3 Pack - Pre-roll', [3]],
    ['(50 Count)', [50]],
    ['Five Pack', [5]],
    ['Pack of 12', [12]],
    ['10 x 10mg', [10]],
    ['6 Pk x 30mg', [6]],
    ['Mints - 16x5mg', [16]],
    ['Soda (45mg x 4)', [4]],
    ['Soda (45mg x 12)', [12]],
    ['Soda 45mgx4', [4]],
    ['Minis 0.5g x 10', [10]],
    ['Two-Pack', [2]],
    ['twelve packs', [12]],
    ['10 pcs', [10]],
    ['4 pieces', [4]],
    ['20ct', [20]],
    ['singles', [1]],
    ['Maui Wowie (Single)', [1]],
    ['Single', [1]],
  ])('"%s": %j pieces', (text, pieces) => {
    expect(readMeasures(text).pieces).toEqual(pieces);
  });
});

test.each([
  'Pound Cake',
  '9 Pound Hammer - Honeycomb',
  'Coconut Oil - THCA 15MG/ML',
  'Bread - 9 Grain Honey Oat',
  'Half Baked Cookies',
  'Quarter Master Kush',
  'Graham Cracker',
  'Gorilla Glue #4',
  'GG4',
  'J-27 Cones',
  'XJ-13',
  'CBD 1:1 Tincture',
  'Violeta G Stik',
  'Loud Pack Extractions',
  'Single Source Rosin',
  'Blue Dream Single',
  'Chem 91',
  '24/7 Relief',
  'Tincture 30ml',
  'Pure 1000 Extra',
  '0mg THC',
  '',
])('"%s" states no weight, dose or pack', (text) => {
  expect(readMeasures(text)).toEqual(nothing);
});

test('name, size and tags are read together', () => {
  expect(
    measuresOf({
      name: 'Indica Blend - 5 Pack - Pre-roll',
      size: '.5G',
      tags: ['Breakdown = 5-packs', 'Volume = 0.5g'],
    }),
  ).toEqual({ grams: [0.5], milligrams: [], pieces: [5] });
});

test('any weight with a unit is read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999 }), fc.constantFrom('g', 'G', ' g', ' grams'), (hundredths, unit) => {
      expect(readMeasures(`Blue Dream ${hundredths / 100}${unit}`).grams).toEqual([hundredths / 100]);
    }),
  );
});

test('weight, dose and pack are read among any other words, in any order', () => {
  const words = fc.constantFrom('Blue Dream', 'Gorilla Glue #4', 'J-27', 'Pound Cake', 'CBD 1:1', '');
  fc.assert(
    fc.property(words, fc.nat(999), fc.nat(999), fc.nat(99), fc.nat(5), (name, grams, milligrams, pieces, order) => {
      const stated = [`${grams + 1}g`, `${milligrams + 1}mg`, `${pieces + 1}-pack`];
      const [first] = stated.splice(order % 3, 1);
      if (order > 2) stated.reverse();
      expect(readMeasures(`${name} (${first}) - ${stated.join(', ')}`)).toEqual({
        grams: [grams + 1],
        milligrams: [milligrams + 1],
        pieces: [pieces + 1],
      });
    }),
  );
});

test('no text, however odd, hides a weight in brackets after it', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: fc.constantFrom(...'0123456789.,/-:() xgmozpackhlf') }), (text) => {
      const { grams, milligrams, pieces } = readMeasures(`${text} (7.25g)`);
      expect(grams).toContain(7.25);
      for (const value of [...grams, ...milligrams, ...pieces]) expect(value).toBeGreaterThan(0);
    }),
  );
});
