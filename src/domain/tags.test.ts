import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editedTags, isReplica, productStrain, sizeFromTags, tagValue } from './tags.ts';

test.each<[string[], { add?: string[]; remove?: string[] }, string[]]>([
  [['sale'], { add: ['new'] }, ['sale', 'new']],
  [['Sale'], { add: [' sale ', ''] }, ['Sale']],
  [['Sale', 'new'], { remove: ['sale'] }, ['new']],
  [['sale'], { add: ['sale'], remove: ['sale'] }, ['sale']],
  [['Strain = Haze', 'new'], { add: ['strain = Kush'] }, ['strain = Kush', 'new']],
  [['Effect = Calm'], { add: ['Effect = Happy'] }, ['Effect = Calm', 'Effect = Happy']],
  [[], { remove: ['sale'] }, []],
])('the tags %j after the edit %j are %j', (tags, { add = [], remove = [] }, edited) => {
  expect(editedTags(tags, { add, remove })).toEqual(edited);
});

describe('a tag', () => {
  test.each([
    [['Formulation = Live Resin'], 'Live Resin'],
    [['formulation=Live Resin'], 'Live Resin'],
    [['  FORMULATION   =   Live Resin  '], 'Live Resin'],
    [['Volume = 1G', 'Formulation = Wax'], 'Wax'],
    [['Formulation = ', 'Formulation = Wax'], 'Wax'],
    [['Formulation = A = B'], 'A = B'],
    [['Formulation'], null],
    [['Formulations'], null],
    [['New Formulation = Wax'], null],
    [['='], null],
    [[], null],
  ])('%j states the formulation %s', (tags, formulation) => {
    expect(tagValue(tags, 'Formulation')).toBe(formulation);
  });

  test('is read regardless of case and spaces', () => {
    const spaces = fc.stringMatching(/^[ \t]{0,4}$/);
    fc.assert(
      fc.property(spaces, spaces, spaces, fc.boolean(), (before, middle, after, loud) => {
        const name = loud ? 'BREAKDOWN' : 'breakdown';
        expect(tagValue([`${before}${name}${middle}=${after}7G${before}`], 'Breakdown')).toBe('7G');
      }),
    );
  });
});

describe('the size', () => {
  test.each([
    [['Volume = 1G'], '1G'],
    [['Volume = .5G'], '.5G'],
    [['Volume = 0.5g'], '.5G'],
    [['Volume = 500mg'], '.5G'],
    [['volume = 2 grams'], '2G'],
    [['Volume = 2.0G'], '2G'],
    [['Volume = 0.50 g'], '.5G'],
    [['Volume = 1 gram'], '1G'],
    [['Volume = about 1g'], 'about 1g'],
    [['Volume = 1g jar'], '1g jar'],
    [['Volume = 1.5G'], '1.5G'],
    [['Volume = 1500 mg'], '1.5G'],
    [['Volume = 30ml'], '30ml'],
    [['Volume = 3G'], '3G'],
    [['Breakdown = Pound'], 'Pound'],
    [['Breakdown = 28G'], '28G'],
    [['Breakdown = 3.5G'], '3.5G'],
    [['Breakdown = 3-packs'], '3-packs'],
    [['Breakdown = 7G', 'Volume = 1G'], '1G'],
    [['Formulation = Wax'], null],
    [[], null],
  ])('of %j is %s', (tags, size) => {
    expect(sizeFromTags(tags)).toBe(size);
  });
});

test.each([
  [['authenticity = replica'], true],
  [['Authenticity=Replica'], true],
  [['authenticity = genuine'], false],
  [['replica'], false],
  [[], false],
])('%j marks a replica: %s', (tags, replica) => {
  expect(isReplica(tags)).toBe(replica);
});

describe('the strain', () => {
  test.each([
    ['Strain: Blue Dream. CBD 160mg.', 'Blue Dream'],
    ['strain: OG Kush', 'OG Kush'],
    ['Strain:Haze', 'Haze'],
    ['Strain:   Haze', 'Haze'],
    ['Strain: Haze ; sun-grown', 'Haze'],
    ['Strain: Vitamin C. THC 5mg.', 'Vitamin C'],
    ['Strain: Mr. Nice.', 'Mr. Nice'],
    ['Strain: Mr. Miyagi Kush (Miyagi OG). THC 6mg.', 'Mr. Miyagi Kush (Miyagi OG)'],
    ['Strain: Deep Sleep (P.O. 4).', 'Deep Sleep (P.O. 4)'],
    ['Strain: S.A.G.E..', 'S.A.G.E.'],
    ['Earthy. Strain: Sour Diesel\nTHC 20%', 'Sour Diesel'],
    ['Strain: Haze; sun-grown', 'Haze'],
    ['Strain: Dream Queen. Lab tested: https://example.com/a.b.pdf.', 'Dream Queen'],
    ['Strain:', null],
    ['Strain: .', null],
    ['A fine strain of roses', null],
    ['', null],
    [null, null],
  ])('in the description "%s" is %s', (description, strain) => {
    expect(productStrain({ tags: [], description })).toBe(strain);
  });

  test('in the tag counts before the one in the description', () => {
    expect(productStrain({ tags: ['Strain = Gelato'], description: 'Strain: Haze.' })).toBe('Gelato');
  });
});
