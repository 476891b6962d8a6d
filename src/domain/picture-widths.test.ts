import { expect, test } from 'vitest';
import { pictureForms, pictureName, readPictureName } from './picture-widths.ts';

const forms = {
  small: '/api/proxy-image/jars/x250-og.jpg',
  middle: '/api/proxy-image/jars/x560-og.jpg',
  large: '/api/proxy-image/jars/x950-og.jpg',
};

test.each([...Object.values(forms), '/api/proxy-image/jars/og.jpg'])(
  'the address of every form follows from %s',
  (address) => {
    expect(pictureForms(address)).toEqual(forms);
  },
);

test('a name that only looks like a form is a bare name', () => {
  expect(pictureForms('/api/proxy-image/x2500-og.jpg').small).toBe('/api/proxy-image/x250-x2500-og.jpg');
});

test.each([
  ['x250-og.jpg', 'small', 'og.jpg'],
  ['x560-og.jpg', 'middle', 'og.jpg'],
  ['x950-og.jpg', 'large', 'og.jpg'],
  ['x950-x250-og.jpg', 'large', 'x250-og.jpg'],
  ['x250-two\nlines.jpg', 'small', 'two\nlines.jpg'],
] as const)('%j is the %s form of %j', (name, form, bare) => {
  expect(readPictureName(name)).toEqual({ form, bare });
  expect(pictureName(form, bare)).toBe(name);
});

test.each(['og.jpg', 'x2500-og.jpg', 'x25-og.jpg', 'x250-', 'my-x250-og.jpg', 'x250og.jpg'])(
  '%s has no form',
  (name) => {
    expect(readPictureName(name)).toBeNull();
  },
);
