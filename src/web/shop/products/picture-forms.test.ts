import { expect, test } from 'vitest';
import { pictureForms } from '#domain/picture-widths.ts';
import { initialsOf, otherForms, sourceSet } from './picture-forms.ts';

const forms = pictureForms('/api/proxy-image/jars/og.jpg');

test('a browser chooses among all the forms of a picture by their widths', () => {
  expect(sourceSet(forms)).toBe(
    '/api/proxy-image/jars/x250-og.jpg 250w, /api/proxy-image/jars/x560-og.jpg 560w, /api/proxy-image/jars/x950-og.jpg 950w',
  );
});

test('the large and the small form stand in for each other and for the middle one, whatever the origin before it', () => {
  expect(otherForms(forms, `https://shop.test${forms.small}`)).toEqual([forms.large]);
  expect(otherForms(forms, `https://shop.test${forms.middle}`)).toEqual([forms.large, forms.small]);
  expect(otherForms(forms, `https://shop.test${forms.large}`)).toEqual([forms.small]);
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
