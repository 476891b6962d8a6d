import { describe, expect, test } from 'vitest';
import { cardDescription, cardFacts, type FactSource, factRows, factsOf } from './facts.ts';
import { aProduct } from './testing/products.ts';

const aSource = (stated: Partial<FactSource> = {}): FactSource => ({ ...aProduct(), ...stated });

describe('the THC of a product', () => {
  test.each([
    ['THC 22.9%', '22.9%', { amount: 22.9, unit: '%' }],
    ['Strain: Haze. THC 100mg. CBD 10mg.', '100 mg', { amount: 100, unit: 'mg' }],
    ['thc: 18 %', '18%', { amount: 18, unit: '%' }],
    ['THC 1,000 mg in all', '1000 mg', { amount: 1000, unit: 'mg' }],
    ['THC .5%', '0.5%', { amount: 0.5, unit: '%' }],
  ])('in the description "%s" is %s', (description, text, potency) => {
    expect(factsOf(aSource({ description })).thc).toEqual({ text, potency });
  });

  test.each(['THCA 25%', 'THC 20-25%', 'THC free', 'no THC', '100mg of THC', 'THC 100', 'THC 5 mgs of it', ''])(
    'is not stated by "%s"',
    (description) => {
      expect(factsOf(aSource({ description })).thc).toBeNull();
    },
  );

  test('comes from the lab result, else from the tag, else from the description', () => {
    const description = 'THC 10%';
    const tags = ['THC = 20%'];
    expect(factsOf(aSource({ description })).thc?.text).toBe('10%');
    expect(factsOf(aSource({ description, tags })).thc?.text).toBe('20%');
    expect(factsOf(aSource({ description, tags, lab: {} })).thc?.text).toBe('20%');
    expect(factsOf(aSource({ description, tags, lab: { thc: ' ' } })).thc?.text).toBe('20%');
    expect(factsOf(aSource({ description, tags, lab: { thc: '22.9 %' } })).thc?.text).toBe('22.9%');
  });

  test.each(['none found', '< 0.1 %', '20-25 %'])('that the lab states as "%s" is shown, without an amount', (thc) => {
    expect(factsOf(aSource({ lab: { thc } })).thc).toEqual({ text: thc, potency: null });
  });

  test('is read without the spaces around it, and in capitals too', () => {
    expect(factsOf(aSource({ lab: { thc: ' none found ' } })).thc).toEqual({ text: 'none found', potency: null });
    expect(factsOf(aSource({ lab: { thc: ' 100 MG ' } })).thc?.text).toBe('100 mg');
  });
});

test('CBD is read like THC', () => {
  expect(factsOf(aSource({ description: 'THC 6mg. CBD 16mg.' })).cbd?.text).toBe('16 mg');
  expect(factsOf(aSource({ description: 'cbd: 16mg' })).cbd?.text).toBe('16 mg');
  expect(factsOf(aSource({ tags: ['CBD = 1 %'] })).cbd?.text).toBe('1%');
  expect(factsOf(aSource({ lab: { cbd: '0.4 %' } })).cbd?.potency).toEqual({ amount: 0.4, unit: '%' });
});

test('the size is that of the item, otherwise a weight label that is not doubtful', () => {
  expect(factsOf(aSource({ size: '1G', weightLabel: '1g Cart' })).size).toBe('1G');
  expect(factsOf(aSource({ weightLabel: 'Eighth' })).size).toBe('Eighth');
  expect(factsOf(aSource({ weightLabel: 'Eighth', labelDoubtful: true })).size).toBeNull();
});

test('the details list the known facts in one order', () => {
  const description = 'Strain: Amber Tide. CBD 1%. THC 80%.';
  expect(factRows(aSource({ description, size: '1G', batch: 'B-7' }))).toEqual([
    { name: 'THC', value: '80%' },
    { name: 'CBD', value: '1%' },
    { name: 'Strain', value: 'Amber Tide' },
    { name: 'Size', value: '1G' },
    { name: 'Batch', value: 'B-7' },
  ]);
  expect(factRows(aSource())).toEqual([]);
});

describe('a card shows the two most useful facts', () => {
  test.each([
    ['Strain: Amber Tide. CBD 1%. THC 80%.', ['THC 80%', 'CBD 1%']],
    ['Strain: Amber Tide. THC 80%.', ['THC 80%', 'Amber Tide']],
    ['Strain: Amber Tide.', ['Amber Tide']],
    ['Strain: Blue Hour. CBD 1%.', ['CBD 1%']],
    ['', []],
  ])('of "%s"', (description, shown) => {
    expect(cardFacts(aSource({ description }), 'Blue hour 1G')).toEqual(shown);
  });

  test('or the form, if there are none and the text does not have it', () => {
    const tags = ['Formulation = Wax'];
    expect(cardFacts(aSource({ tags, description: 'Strain: Blue Hour.' }), 'Blue Hour')).toEqual(['Wax']);
    expect(cardFacts(aSource({ tags }), 'Blue Hour - Wax')).toEqual([]);
    expect(cardFacts(aSource({ tags, description: 'THC 80%.' }), 'Blue Hour - Wax')).toEqual(['THC 80%']);
  });
});

test.each([
  ['Strain: Blue Hour.', ''],
  ['Strain: Blue Hour. THC 1,200mg.', ''],
  ['Strain: Amber Tide. THC 22.9%.', ''],
  ['Strain: Amber Tide. THC 6mg. CBD 16mg.', 'Strain: Amber Tide.'],
  ['Strain: Blue Hour. Nice.', 'Nice.'],
  ['Bright and sweet! THC 80%. For the evening.', 'Bright and sweet! For the evening.'],
  ['THC 80% and more.', 'THC 80% and more.'],
  ['Blue Hour.', ''],
  ['', ''],
  ['Fig leaf. THC 87.0%.', 'Fig leaf.'],
])('of the description "%s" the card of "Blue Hour - Wax" says "%s" once more', (description, shown) => {
  expect(cardDescription(aSource({ description }), 'Blue Hour - Wax')).toBe(shown);
});
