import { describe, expect, test } from 'vitest';
import { readInventoryFile } from './inventory-file.ts';

const ORIGIN = 'https://images.example.test/shop/';
const whole = { id: 'A-17', name: 'Blue Dream', qty: 3, price: 20 };
const read = (field: string, value: unknown, called: 'file' | 'feed' = 'file') =>
  readInventoryFile({ data: [{ ...whole, [field]: value }] }, { imageOrigin: ORIGIN, called });

const tested = '2026-10-01';
const lab = { tested, expires: null, thc: null, cbd: null, path: null };

test.each([
  ['tiers', [{ from: 3, price: 18.5 }], { tiers: [{ from: 3, priceCents: 1850 }] }],
  ['tiers', [], { tiers: [] }],
  ['tiers', null, { tiers: [] }],
  ['batch', ' B-12 ', { batch: 'B-12' }],
  ['batch', 'x'.repeat(60), { batch: 'x'.repeat(60) }],
  ['batch', '  ', { batch: null }],
  ['batch', null, { batch: null }],
  ['lab', null, { lab: null }],
  ['lab', { tested }, { lab }],
  ['lab', { tested, expires: '2027-10-01' }, { lab: { ...lab, expires: '2027-10-01' } }],
  ['lab', { tested, thc: ' 22.9 % ', cbd: '10 mg' }, { lab: { ...lab, thc: '22.9 %', cbd: '10 mg' } }],
  ['lab', { tested, expires: null, thc: '', laboratory: 'unknown fields are ignored' }, { lab }],
  ['lab', { tested, url: 'labs/a 1.pdf' }, { lab: { ...lab, path: 'labs/a 1.pdf' } }],
  ['lab', { tested, url: `${ORIGIN}labs/a.pdf` }, { lab: { ...lab, path: 'labs/a.pdf' } }],
  ['lab', { tested, url: '/api/lab-results/labs/a.pdf' }, { lab: { ...lab, path: 'labs/a.pdf' } }],
])('a product whose %s is %j is read', (field, value, expected) => {
  expect(read(field, value)).toMatchObject({ ok: true, products: [expected], warnings: [] });
});

const BAD_DATE = 'must be a date such as 2026-11-22';
const ELSEWHERE = 'url is neither below the image origin nor a file of the lab folder';

describe.each([
  ['tiers', '3 for 50', 'must be a list of {from, price}'],
  ['tiers', [{ from: 3, price: 20 }], "must have prices below the item's own, $20.00"],
  [
    'tiers',
    [
      { from: 5, price: 10 },
      { from: 3, price: 9 },
    ],
    'must be in ascending order of "from"',
  ],
  ['tiers', [{ from: 3, price: Number.POSITIVE_INFINITY }], 'must have numbers of 0 or more as "price"'],
  ['batch', 12, 'must be a text'],
  ['batch', Number.POSITIVE_INFINITY, 'must be a text'],
  ['batch', 'x'.repeat(61), 'must be at most 60 characters'],
  ['lab', 'passed', 'must be an object with tested, expires, thc, cbd and url'],
  ['lab', [], 'must be an object with tested, expires, thc, cbd and url'],
  ['lab', {}, 'tested is missing'],
  ['lab', { tested: '2026-02-30' }, `tested ${BAD_DATE}`],
  ['lab', { tested: 20261001 }, 'tested must be a text'],
  ['lab', { tested: Number.POSITIVE_INFINITY }, 'tested must be a text'],
  ['lab', { tested, expires: 'soon' }, `expires ${BAD_DATE}`],
  ['lab', { tested, thc: 22.9 }, 'thc must be a text'],
  ['lab', { tested, cbd: 'x'.repeat(61) }, 'cbd must be at most 60 characters'],
  ['lab', { tested, url: 'javascript:alert(1)' }, ELSEWHERE],
  ['lab', { tested, url: 'https://elsewhere.example/a.pdf' }, ELSEWHERE],
  ['lab', { tested, url: '//elsewhere.example/a.pdf' }, ELSEWHERE],
  ['lab', { tested, url: '../secrets.pdf' }, ELSEWHERE],
  ['lab', { tested, url: 'labs/%2e%2e/a.pdf' }, ELSEWHERE],
  ['lab', { tested, url: 'labs\\a.pdf' }, ELSEWHERE],
  ['lab', { tested, url: '/' }, ELSEWHERE],
])('a product whose %s is %j', (field, value, problem) => {
  test('is an error in a file, which names the item', () => {
    expect(read(field, value)).toMatchObject({
      ok: false,
      errors: [expect.stringContaining(`Product 1 (id "A-17"): ${field} ${problem}`)],
    });
  });

  test('loses only that field in a feed, with a warning', () => {
    expect(read(field, value, 'feed')).toMatchObject({
      ok: true,
      products: [{ externalId: 'A-17', priceCents: 2000, tiers: [], batch: null, lab: null }],
      warnings: [`Product 1 (id "A-17"): ${field} ${problem}; it was left out`],
    });
  });
});

test('a product with a bad price is told that, and not what its tiers lack', () => {
  const data = [{ ...whole, price: 'x', tiers: [{ from: 3, price: 1000 }] }];
  expect(readInventoryFile({ data }, { imageOrigin: null })).toMatchObject({
    errors: ['Product 1 (id "A-17"): price must be a number of 0 or more, not "x"'],
  });
});

test('characters of a batch that cannot be stored are left out of a feed, and the rest is kept', () => {
  expect(read('batch', 'B\0-12', 'feed')).toMatchObject({
    products: [{ batch: 'B-12' }],
    warnings: ['Product 1 (id "A-17"): batch had characters that cannot be stored; they were left out'],
  });
});

test('an address of a lab result stays as it is written, as those of pictures, while its texts are read from HTML', () => {
  const data = [{ ...whole, lab: { tested, thc: '5 &lt; 6', url: 'labs/a&amp;b.pdf' }, images: ['labs/a&amp;b.jpg'] }];
  const plainText = (html: string) => html.replaceAll('&amp;', '&').replaceAll('&lt;', '<');
  expect(readInventoryFile({ data }, { imageOrigin: ORIGIN, called: 'feed', plainText })).toMatchObject({
    products: [{ lab: { thc: '5 < 6', path: 'labs/a&amp;b.pdf' }, images: ['labs/a&amp;b.jpg'] }],
  });
});
