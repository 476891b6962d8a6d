import { describe, expect, test } from 'vitest';
import { fetchedMessage, PICTURES_FETCHED, WantedPictures } from './import-pictures.ts';

const at = (name: string | number) => `https://cdn.test/${name}.jpg`;

describe('the pictures that an import fetches', () => {
  test('are the first three of a product, each address once', () => {
    const pictures = new WantedPictures(false);
    expect(pictures.add('A', [1, 2, 3, 4].map(at))).toBe(true);
    expect(pictures.add('B', [at(1)])).toBe(true);
    expect(pictures.all).toEqual([
      ...[1, 2, 3].map((name) => ({ externalId: 'A', address: at(name) })),
      { externalId: 'B', address: at(1) },
    ]);
    expect(pictures.lines()).toEqual([
      '3 pictures are fetched after the import, from cdn.test',
      '1 picture is left out: only the first 3 of a product are fetched',
    ]);
  });

  test('are at https addresses, or at http ones too if the operator allows it', () => {
    const addresses = [
      'http://cdn.test/a',
      'file:///etc/passwd',
      'https://',
      'ftp://cdn.test/a',
      `${at('x'.repeat(2000))}`,
    ];
    const pictures = new WantedPictures(false);
    expect(pictures.add('A', addresses)).toBe(false);
    expect(pictures.lines()).toEqual(['5 pictures are left out: only addresses with https:// can be fetched']);
    const allowed = new WantedPictures(true);
    expect(allowed.add('A', addresses)).toBe(true);
    expect(allowed.all.map(({ address }) => address)).toEqual(['http://cdn.test/a']);
  });

  test('are at most 5,000, and products that share one of them still get it', () => {
    const pictures = new WantedPictures(false);
    for (let count = 0; count < PICTURES_FETCHED.ofImport; count++) pictures.add(`item ${count}`, [at(count)]);
    expect(pictures.add('late', [at('late')])).toBe(false);
    expect(pictures.add('shared', [at(0)])).toBe(true);
    expect(pictures.lines()).toEqual([
      '5,000 pictures are fetched after the import, from cdn.test',
      '1 picture is left out: an import fetches at most 5,000',
    ]);
  });

  test('come from servers that the preview names', () => {
    const pictures = new WantedPictures(false);
    for (const host of ['a', 'b', 'c', 'd', 'e']) pictures.add(host, [`https://${host}.test/x.png`]);
    expect(pictures.lines()).toEqual([
      '5 pictures are fetched after the import, from a.test, b.test, c.test and 2 others',
    ]);
  });
});

test('the end of their task counts all of them and names each that failed', () => {
  expect(fetchedMessage({ fetched: 1, dropped: 0, failed: [] })).toBe('Fetched 1 picture.');
  const failed = [{ name: 'Night Owl', address: at(1), problem: 'The server answered 404' }];
  expect(fetchedMessage({ fetched: 1200, dropped: 2, failed })).toBe(
    'Fetched 1,200 of 1,203 pictures.\n2 pictures not needed any more: the products were changed since.\nNight Owl: The server answered 404 (https://cdn.test/1.jpg)',
  );
  const many = Array.from({ length: 103 }, () => failed[0]!);
  const message = fetchedMessage({ fetched: 0, dropped: 0, failed: many });
  expect(message).toMatch(/^Fetched 0 of 103 pictures\.\n103 pictures: The server answered 404\n– Night Owl \(https:/);
  expect(message).toMatch(/\n… and 4 more$/);
});
