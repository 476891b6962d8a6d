import { expect, test } from 'vitest';
import { describeTags, factTags, freeTags } from './fact-tags.ts';

const TAGS = ['indica', 'Formulation=Live Resin', 'Volume = 1G', 'strain = Jack Herer'];

test('tags that state form and strain are no free tags, and of two that state the same the second is one', () => {
  expect(freeTags(TAGS)).toEqual(['indica', 'Volume = 1G']);
  expect(freeTags(['Formulation = Wax', 'Formulation = Badder', 'Strain ='])).toEqual([
    'Formulation = Badder',
    'Strain =',
  ]);
});

test('tags that nobody has changed stay as they are, in place and spelling', () => {
  expect(factTags(TAGS, { form: 'Live Resin', strain: 'Jack Herer', free: freeTags(TAGS) })).toEqual(TAGS);
});

test('a changed fact keeps its place, an empty one goes, and new tags come last', () => {
  expect(factTags(TAGS, { form: ' Badder ', strain: '', free: ['indica', 'new'] })).toEqual([
    'indica',
    'Formulation = Badder',
    'new',
  ]);
  expect(factTags([], { form: 'Wax', strain: 'Runtz', free: ['hybrid', 'hybrid'] })).toEqual([
    'Formulation = Wax',
    'Strain = Runtz',
    'hybrid',
  ]);
});

test('tags in words name the facts', () => {
  expect(describeTags(TAGS)).toBe('Form: Live Resin, Strain: Jack Herer, indica, Volume = 1G');
  expect(describeTags([])).toBe('none');
});
