import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ShopError } from '#contract/errors.ts';
import { readPicturePath } from './picture-path.ts';
import { imageAddress } from './shop-addresses.ts';

const PREFIX = '/api/proxy-image/';

test.each([
  ['a.jpg', 950, ['a.jpg']],
  ['x250-a.jpg', 250, ['x250-a.jpg', 'x950-a.jpg', 'a.jpg']],
  ['x560-a.jpg', 560, ['x950-a.jpg', 'x250-a.jpg', 'a.jpg', 'x560-a.jpg']],
  ['kushy/x950-a.jpg', 950, ['kushy/x950-a.jpg', 'kushy/x250-a.jpg', 'kushy/a.jpg']],
  ['x250-thumbs/a.jpg', 250, ['x250-thumbs/a.jpg', 'x950-thumbs/a.jpg', 'thumbs/a.jpg']],
  ['x250-thumbs/x950-a.jpg', 950, ['x250-thumbs/x950-a.jpg', 'x250-thumbs/x250-a.jpg', 'x250-thumbs/a.jpg']],
  ['glacier%20cart.jpg', 950, ['glacier cart.jpg']],
  ['x300-a.jpg', 950, ['x300-a.jpg']],
  ['x250-', 950, ['x250-']],
  ['caf%C3%A9..jpg', 950, ['café..jpg']],
])('the path %s asks for a width of %i pixels and %j', (encoded, width, candidates) => {
  expect(readPicturePath(encoded)).toMatchObject({ width, candidates });
});

test.each([
  [''],
  ['/etc/passwd'],
  ['../secret.jpg'],
  ['a/../b.jpg'],
  ['a/./b.jpg'],
  ['a/'],
  ['%2e%2e/secret.jpg'],
  ['a%2f..%2fsecret.jpg'],
  ['a%2Fb.jpg'],
  ['a%5cb.jpg'],
  ['a\\b.jpg'],
  ['%252e%252e/secret.jpg'],
  ['a%252fb.jpg'],
  ['a%00.jpg'],
  ['a%2500.jpg'],
  ['a%0d%0ab.jpg'],
  ['http://elsewhere.example/a.jpg'],
  ['https:/elsewhere.example/a.jpg'],
  ['file:a.jpg'],
  ['C:/a.jpg'],
  ['a%zz.jpg'],
  ['a%ff.jpg'],
  ['a'.repeat(501)],
])('the path %s is refused', (encoded) => {
  expect(() => readPicturePath(encoded)).toThrow(new ShopError('image_refused'));
});

test('the address of any stored path that stays inside leads back to that path', () => {
  const segment = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((text) => !/^\.\.?$|[/\\%]|\p{Cc}|^[a-z][a-z0-9+.-]*:/iu.test(text));
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), (segments) => {
      const address = imageAddress(segments.join('/'));
      expect(address.startsWith(PREFIX)).toBe(true);
      expect(readPicturePath(address.slice(PREFIX.length)).path).toBe(segments.join('/'));
    }),
  );
});

test('a stored path that is already encoded or has extra slashes gets the same address', () => {
  expect(imageAddress('/north//My%20Cart.jpg')).toBe(imageAddress('north/My Cart.jpg'));
  expect(imageAddress('half \ud800.jpg')).toBe(`${PREFIX}half%20%EF%BF%BD.jpg`);
  expect(imageAddress('100%.jpg')).toBe(`${PREFIX}100%25.jpg`);
});
