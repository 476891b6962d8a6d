import { expect, test } from 'vitest';
import { pictureForms } from './picture-widths.ts';

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
