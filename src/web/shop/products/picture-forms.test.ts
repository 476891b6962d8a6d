import { describe, expect, test } from 'vitest';
import { initialsOf, otherForm, pictureForms } from './picture-forms.ts';

describe('the forms of a picture', () => {
  const forms = { small: '/api/proxy-image/jars/x250-og.jpg', large: '/api/proxy-image/jars/x950-og.jpg' };

  test.each(['/api/proxy-image/jars/x950-og.jpg', '/api/proxy-image/jars/x250-og.jpg', '/api/proxy-image/jars/og.jpg'])(
    'are known from %s',
    (address) => {
      expect(pictureForms(address)).toEqual(forms);
    },
  );

  test('are not taken for a name that only looks like one', () => {
    expect(pictureForms('/api/proxy-image/x2500-og.jpg').small).toBe('/api/proxy-image/x250-x2500-og.jpg');
  });

  test('swap when one of them fails, whatever the origin before it', () => {
    expect(otherForm(forms, `https://shop.test${forms.small}`)).toBe(forms.large);
    expect(otherForm(forms, `https://shop.test${forms.large}`)).toBe(forms.small);
  });
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
