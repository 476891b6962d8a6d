import { expect, test } from 'vitest';
import { pictureForms } from '#domain/picture-forms.ts';
import { initialsOf, otherForm, sourceSet } from './picture-forms.ts';

const forms = pictureForms('/api/proxy-image/jars/og.jpg');

test('a browser chooses among all the forms of a picture by their widths', () => {
  expect(sourceSet(forms)).toBe(
    '/api/proxy-image/jars/x250-og.jpg 250w, /api/proxy-image/jars/x560-og.jpg 560w, /api/proxy-image/jars/x950-og.jpg 950w',
  );
});

test('the large form stands in for one that fails, and the small one for the large, whatever the origin before it', () => {
  expect(otherForm(forms, `https://shop.test${forms.small}`)).toBe(forms.large);
  expect(otherForm(forms, `https://shop.test${forms.middle}`)).toBe(forms.large);
  expect(otherForm(forms, `https://shop.test${forms.large}`)).toBe(forms.small);
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
