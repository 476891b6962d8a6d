import { expect, test } from 'vitest';
import { isUploadedPath, MOST_PICTURES, uploadedHashes, uploadedPath, withFirst } from './item-pictures.ts';

const HASH = '0123456789abcdef0123456789abcdef';

test('an item has at most 20 pictures', () => {
  expect(MOST_PICTURES).toBe(20);
});

test('an uploaded picture is known by its path', () => {
  expect(uploadedPath(HASH)).toBe(`uploaded/${HASH}.webp`);
  expect(isUploadedPath(uploadedPath(HASH))).toBe(true);
});

test.each([
  'uploaded/jar.webp',
  `uploaded/${HASH.slice(1)}.webp`,
  `uploaded/${HASH}0.webp`,
  `uploaded/${HASH.toUpperCase()}.webp`,
  `uploaded/${HASH}.jpg`,
  `uploaded/${HASH}xwebp`,
  `uploaded/x560-${HASH}.webp`,
  `uploaded/../${HASH}.webp`,
  `other/uploaded/${HASH}.webp`,
  `uploaded/${HASH}.webp/a`,
  `uploaded/${HASH}.webp\n`,
  `${HASH}.webp`,
])('%j is no uploaded picture', (path) => {
  expect(isUploadedPath(path)).toBe(false);
});

test.each([
  [[], 'new', ['new']],
  [['a', 'b'], 'new', ['new', 'a', 'b']],
  [['a', 'b', 'c'], 'b', ['b', 'a', 'c']],
  [['a', 'b'], 'a', ['a', 'b']],
])('of the pictures %j with %s as the first: %j', (images, first, all) => {
  const before = [...images];
  expect(withFirst(images, first)).toEqual(all);
  expect(images).toEqual(before);
});

test.each([
  ['jar.jpg', []],
  [uploadedPath(HASH), [HASH]],
  [`/api/proxy-image/uploaded%2Fx560-${HASH}.webp`, [HASH]],
  [
    `{"images":["a \\"b\\"","uploaded/${HASH}.webp"],"lab":{"path":"uploaded/${HASH.replace('0', 'f')}.pdf"}}`,
    [HASH, HASH.replace('0', 'f')],
  ],
  [`uploaded/${HASH}${HASH}.webp`, []],
])('%j may name the uploaded files %j', (text, hashes) => {
  expect(uploadedHashes(text)).toEqual(hashes);
});
