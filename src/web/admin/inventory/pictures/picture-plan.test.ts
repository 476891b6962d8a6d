import { expect, test } from 'vitest';
import { errorText } from '#contract/errors.ts';
import { MOST_PICTURES } from '#domain/item-pictures.ts';
import { adminItem } from '../../../testing/admin-item.ts';
import { type PictureFile, planPictures, sharedItems } from './picture-plan.ts';

const images = (count: number) => Array.from({ length: count }, (_, at) => `/api/proxy-image/${at}.jpg`);
const items = [
  adminItem({ id: 1, externalId: 'c1', name: 'Blue Hour Cart' }),
  adminItem({ id: 2, externalId: 'c2', name: 'Fern', images: images(2) }),
  adminItem({ id: 3, externalId: 'c3', name: 'Full', images: images(MOST_PICTURES) }),
  adminItem({ id: 4, externalId: 'c4', name: 'Moon' }),
  adminItem({ id: 5, externalId: 'c5', name: 'Moon' }),
];

const chosen = (...names: string[]): PictureFile[] =>
  names.map((name, key) => ({
    key,
    file: new File([], name),
    address: `blob:${key}`,
    typed: '',
    problem: null,
    state: 'waiting',
    failure: null,
    stored: null,
  }));

const lines = (files: readonly PictureFile[]) =>
  planPictures(files, items).map(({ file, item, says, isSent }) => [file.name, item?.id ?? null, isSent, says]);

test('each file says its item and what happens, in the order of the names', () => {
  expect(
    lines(chosen('c2.jpg', 'Blue Hour Cart 10.jpg', 'Blue Hour Cart 9.jpg', 'c3.jpg', 'moon.jpg', 'odd.jpg')),
  ).toEqual([
    ['Blue Hour Cart 9.jpg', 1, true, 'New picture 1 of 2'],
    ['Blue Hour Cart 10.jpg', 1, true, 'New picture 2 of 2'],
    ['c2.jpg', 2, true, 'Its first picture, before 2 others'],
    ['c3.jpg', 3, false, errorText('too_many_pictures')],
    ['moon.jpg', null, false, '2 items have this name. Type the id of one.'],
    ['odd.jpg', null, false, 'No item has this name or id. It is left out.'],
  ]);
});

test('a typed name or id names the item of a file that has none', () => {
  const [moon, odd] = chosen('moon.jpg', 'odd.jpg');
  expect(
    lines([
      { ...moon!, typed: 'c5' },
      { ...odd!, typed: ' fern ' },
    ]),
  ).toEqual([
    ['moon.jpg', 5, true, 'Its only picture'],
    ['odd.jpg', 2, true, 'Its first picture, before 2 others'],
  ]);
});

test('a file that the shop would refuse is not sent, and does not count as a picture of its item', () => {
  const [bad, good] = chosen('c1 1.jpg', 'c1 2.jpg');
  expect(lines([{ ...bad!, problem: 'No picture' }, good!])).toEqual([
    ['c1 1.jpg', 1, false, 'No picture'],
    ['c1 2.jpg', 1, true, 'Its only picture'],
  ]);
});

test('a stored file is not sent again, and a failed one keeps its place', () => {
  const [first, second] = chosen('c2 1.jpg', 'c2 2.jpg');
  const stored: PictureFile = { ...second!, state: 'stored', stored: { itemId: 2, image: items[1]!.images[0]! } };
  const plan = planPictures([{ ...first!, state: 'failed', failure: 'No connection' }, stored], items);
  expect(plan.map(({ isSent, says }) => [isSent, says])).toEqual([
    [true, 'New picture 1 of 2, before 1 other'],
    [false, 'New picture 2 of 2, before 1 other'],
  ]);
});

test('items that get several files are named', () => {
  const plan = planPictures(chosen('c1 1.jpg', 'c1 2.jpg', 'c2.jpg', 'odd 1.jpg', 'odd 2.jpg'), items);
  expect(sharedItems(plan)).toEqual([{ item: items[0], files: 2 }]);
});

test('a further view of an item comes after the pictures that are there, unless its first one comes along', () => {
  expect(lines(chosen('c2_2.jpg'))).toEqual([['c2_2.jpg', 2, true, 'Its last picture, after 2 others']]);
  expect(lines(chosen('c2_1.jpg'))).toEqual([['c2_1.jpg', 2, true, 'Its first picture, before 2 others']]);
  expect(lines(chosen('fern_3.jpg', 'fern_2.jpg')).map(([, , , says]) => says)).toEqual([
    'New picture 1 of 2, after 2 others',
    'New picture 2 of 2, after 2 others',
  ]);
  expect(lines(chosen('fern.jpg', 'fern_2.jpg')).map(([, , , says]) => says)).toEqual([
    'New picture 1 of 2, before 2 others',
    'New picture 2 of 2, before 2 others',
  ]);
  expect(lines(chosen('c1_2.jpg'))).toEqual([['c1_2.jpg', 1, true, 'Its only picture']]);
});

test('a picture that Undo took away waits again', () => {
  const [file] = chosen('c2.jpg') as [PictureFile];
  const storedAs = (image: string): PictureFile => ({ ...file, state: 'stored', stored: { itemId: 2, image } });
  expect(planPictures([storedAs(images(1)[0]!)], items)).toMatchObject([{ state: 'stored', isSent: false }]);
  expect(planPictures([storedAs('/api/proxy-image/gone.jpg')], items)).toMatchObject([
    { state: 'waiting', stored: null, isSent: true },
  ]);
});
