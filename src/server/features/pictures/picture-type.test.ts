import { expect, test } from 'vitest';
import { choosePictureType } from './picture-type.ts';

test.each([
  [undefined, 'jpeg'],
  ['*/*', 'jpeg'],
  ['image/*', 'jpeg'],
  ['image/jpeg', 'jpeg'],
  ['image/webp,*/*', 'webp'],
  ['image/avif', 'avif'],
  ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'avif'],
  ['image/avif;q=0,image/webp', 'webp'],
  ['IMAGE/WEBP ; Q=0.5', 'webp'],
  ['image/png,image/svg+xml', 'jpeg'],
])('a browser that accepts %j gets %s', (accept, type) => {
  expect(choosePictureType(accept)).toBe(type);
});
