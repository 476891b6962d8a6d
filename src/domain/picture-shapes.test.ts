import { describe, expect, test } from 'vitest';
import { lightPictures, ownPictures, tilePicture, tileShape } from './picture-shapes.ts';

test.each([
  ['/api/proxy-image/a/x950-jar.tile.jpg', 'tile'],
  ['x250-jar.WIDE.webp', 'wide'],
  ['x950-jar.jpg', null],
  ['wide.jpg', null],
  ['floor-tile.jpg', null],
  ['a.wide/jar.jpg', null],
] as const)('the picture "%s" is made for the tile shape %s', (image, shape) => {
  expect(tileShape(image)).toBe(shape);
});

test('the details show the pictures of the product, not those for tiles', () => {
  const images = ['jar.jpg', 'jar.tile.jpg', 'jar-2.jpg', 'jar.wide.jpg'];
  expect(ownPictures(images)).toEqual(['jar.jpg', 'jar-2.jpg']);
  expect(tilePicture(images, 'wide')).toBe('jar.wide.jpg');
  expect(tilePicture(['jar.jpg'], 'wide')).toBeNull();
});

test('a product that has only pictures for tiles shows those', () => {
  expect(ownPictures(['jar.tile.jpg'])).toEqual(['jar.tile.jpg']);
  expect(ownPictures([])).toEqual([]);
});

describe('in the light theme', () => {
  const images = ['jar.jpg', 'jar-2.jpg', 'jar.tile.jpg', 'jar.light.jpg', 'jar.light.tile.jpg'];

  test('a picture made for it takes the place of the usual one', () => {
    expect(lightPictures(images)).toEqual(['jar.light.jpg', 'jar-2.jpg', 'jar.light.tile.jpg']);
    expect(ownPictures(lightPictures(images))).toEqual(['jar.light.jpg', 'jar-2.jpg']);
    expect(tilePicture(lightPictures(images), 'tile')).toBe('jar.light.tile.jpg');
  });

  test('a product without such pictures keeps its own, as the same object', () => {
    const usual = ['jar.jpg', 'red.light.bulb.jpg'];
    expect(lightPictures(usual)).toBe(usual);
  });

  test('the dark theme shows none of them beside the usual ones', () => {
    expect(ownPictures(images)).toEqual(['jar.jpg', 'jar-2.jpg']);
    expect(tilePicture(images, 'tile')).toBe('jar.tile.jpg');
    expect(ownPictures(['only.light.jpg'])).toEqual(['only.light.jpg']);
  });
});
