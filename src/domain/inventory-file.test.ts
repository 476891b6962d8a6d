import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readInventoryFile } from './inventory-file.ts';
import { WEIGHT_LABELS } from './weight-labels.ts';

const ORIGIN = 'https://images.example.test/shop/';
const whole = { id: 'A-17', name: 'Blue Dream', qty: 3, price: 20 };
const read = (content: unknown, imageOrigin: string | null = ORIGIN) => readInventoryFile(content, { imageOrigin });
/** Different texts, as many as asked for. */
const tagsOf = (count: number) => Array.from({ length: count }, (_, index) => `text ${index}`);
const readOne = (product: object) => {
  const file = read({ data: [product] });
  if (!file.ok) throw new Error(file.errors.join('\n'));
  return { product: file.products[0]!, warnings: file.warnings };
};

const errorsOf = (...data: unknown[]) => {
  const file = read({ data });
  return file.ok ? [] : file.errors;
};

describe('a product', () => {
  test('with the required fields alone is read, and absent values are null or empty', () => {
    expect(readOne(whole).product).toEqual({
      externalId: 'A-17',
      name: 'Blue Dream',
      quantity: 3,
      priceCents: 2000,
      brand: null,
      category: null,
      description: null,
      tags: [],
      images: [],
      size: null,
      weightLabel: null,
      tiers: [],
      batch: null,
      lab: null,
    });
  });

  test.each([
    ['id', 5, { externalId: '5' }],
    ['id', ' 5 ', { externalId: '5' }],
    ['id', 1.5, { externalId: '1.5' }],
    ['id', Number.MAX_SAFE_INTEGER, { externalId: '9007199254740991' }],
    ['id', 'x'.repeat(200), { externalId: 'x'.repeat(200) }],
    ['name', '  Two  words ', { name: 'Two  words' }],
    ['qty', '12', { quantity: 12 }],
    ['qty', ' 12.0 ', { quantity: 12 }],
    ['qty', 1e3, { quantity: 1000 }],
    ['qty', 1e9, { quantity: 1_000_000_000 }],
    ['price', '20.50', { priceCents: 2050 }],
    ['price', 0, { priceCents: 0 }],
    ['price', 20.005, { priceCents: 2001 }],
    ['price', '19.994', { priceCents: 1999 }],
    ['price', 1e7, { priceCents: 1_000_000_000 }],
    ['brand', ' Fernhill ', { brand: 'Fernhill' }],
    ['brand', '  ', { brand: null }],
    ['category', null, { category: null }],
    ['description', 'Line one\nline two', { description: 'Line one\nline two' }],
    ['tags', [' Volume = 1G ', '', 'Volume = 1G'], { tags: ['Volume = 1G'], size: '1G' }],
    ['tags', null, { tags: [] }],
    ['tags', tagsOf(50), { tags: tagsOf(50) }],
    ['images', tagsOf(20), { images: tagsOf(20) }],
    ['size', '28G', { size: '28G' }],
    ['weightLabel', 'Eighth', { weightLabel: 'Eighth' }],
    ['weightLabel', 'none', { weightLabel: null }],
    ['weightLabel', '', { weightLabel: null }],
    ['colour', 'unknown fields are ignored', {}],
  ])('whose %s is %j is read', (field, value, expected) => {
    const { product, warnings } = readOne({ ...whole, [field]: value });
    expect(product).toMatchObject(expected);
    expect(warnings).toEqual([]);
  });

  test.each([
    ['id', undefined, 'is missing'],
    ['id', null, 'is missing'],
    ['id', '  ', 'is missing'],
    ['id', true, 'must be a text or a number'],
    ['id', Number.POSITIVE_INFINITY, 'is too large for a number: write it in quotes'],
    ['id', 2 ** 60, 'is too large for a number: write it in quotes'],
    ['id', 'x'.repeat(201), 'must be at most 200 characters'],
    ['id', 'a\0b', 'has characters that cannot be stored'],
    ['name', undefined, 'is missing'],
    ['name', null, 'is missing'],
    ['name', '', 'is missing'],
    ['name', '  ', 'is missing'],
    ['name', 7, 'must be a text'],
    ['name', 'x'.repeat(201), 'must be at most 200 characters'],
    ['name', 'lone \ud800 surrogate', 'has characters that cannot be stored'],
    ['qty', undefined, 'is missing'],
    ['qty', null, 'is missing'],
    ['qty', 'many', 'must be a whole number of 0 or more'],
    ['qty', '', 'must be a whole number of 0 or more'],
    ['qty', -1, 'must be a whole number of 0 or more'],
    ['qty', 1.5, 'must be a whole number of 0 or more'],
    ['qty', [1], 'must be a whole number of 0 or more'],
    ['qty', Number.POSITIVE_INFINITY, 'must be a whole number of 0 or more'],
    ['qty', 1e10, 'must be at most 1,000,000,000'],
    ['price', undefined, 'is missing'],
    ['price', null, 'is missing'],
    ['price', [5], 'must be a number of 0 or more'],
    ['price', '$5', 'must be a number of 0 or more'],
    ['price', -0.01, 'must be a number of 0 or more'],
    ['price', {}, 'must be a number of 0 or more'],
    ['price', Number.POSITIVE_INFINITY, 'must be a number of 0 or more'],
    ['price', 10_000_000.01, 'must be at most 10,000,000'],
    ['brand', 5, 'must be a text'],
    ['brand', 'x'.repeat(101), 'must be at most 100 characters'],
    ['category', 'x'.repeat(101), 'must be at most 100 characters'],
    ['description', 'x'.repeat(5001), 'must be at most 5,000 characters'],
    ['size', ['1G'], 'must be a text'],
    ['tags', 'Volume = 1G', 'must be a list of texts'],
    ['tags', [1], 'must be a text'],
    ['tags', Array(51).fill('x'), 'must have at most 50 entries'],
    ['tags', ['x'.repeat(101)], 'must be at most 100 characters'],
    ['images', {}, 'must be a list of texts'],
    ['images', Array(21).fill('x'), 'must have at most 20 entries'],
    ['images', ['x'.repeat(501)], 'must be at most 500 characters'],
    ['weightLabel', 3, 'must be a text'],
  ])('whose %s is %j is refused', (field, value, problem) => {
    const [error, ...others] = errorsOf({ ...whole, [field]: value });
    expect(error).toMatch(new RegExp(`: ${field} `));
    expect(error).toContain(`${field} ${problem}`);
    expect(others).toEqual([]);
  });

  /** Every number of the file. A new one is listed here, and read with `file-numbers.ts`. */
  describe.each([
    ['qty', 12, (written: unknown) => ({ qty: written }), { quantity: 12 }],
    ['price', 40, (written: unknown) => ({ price: written }), { priceCents: 4000 }],
    ['the "from" of a tier', 12, (from: unknown) => ({ tiers: [{ from, price: 1 }] }), { tiers: [{ from: 12 }] }],
    [
      'the price of a tier',
      15,
      (price: unknown) => ({ tiers: [{ from: 2, price }] }),
      { tiers: [{ priceCents: 1500 }] },
    ],
  ])('whose number is %s', (_what, number, fieldsOf, expected) => {
    test.each([number, `${number}`, ` ${number}.00 `, `+${number}`, `${number}e0`])('may have it as %j', (written) => {
      expect(readOne({ ...whole, ...fieldsOf(written) })).toMatchObject({ product: expected, warnings: [] });
    });

    test.each([`$${number}`, `${number} pcs`, `-${number}`, '', 'NaN', [number], true])(
      'is refused with %j',
      (written) => {
        expect(errorsOf({ ...whole, ...fieldsOf(written) })).toHaveLength(1);
      },
    );
  });

  test.each(WEIGHT_LABELS)('may have the weight label %s', (weightLabel) => {
    expect(readOne({ ...whole, weightLabel }).product.weightLabel).toBe(weightLabel);
  });

  test('with a weight label that is not an option arrives without it and with a warning', () => {
    expect(readOne({ ...whole, weightLabel: 'Kilo' })).toMatchObject({
      product: { weightLabel: null },
      warnings: ['Product 1 (id "A-17"): weightLabel "Kilo" is not one of the options and was left out'],
    });
  });
});

describe('a picture', () => {
  test.each([
    ['a/x950-b.jpg', 'a/x950-b.jpg'],
    ['/a/b.jpg', 'a/b.jpg'],
    ['https://images.example.test/shop/a/b.jpg', 'a/b.jpg'],
    ['/api/proxy-image/a/b.jpg', 'a/b.jpg'],
    ['a/b c.jpg', 'a/b c.jpg'],
    ['api/proxy-image/a/b.jpg', 'a/b.jpg'],
    ['/api/proxy-image///a/b.jpg', 'a/b.jpg'],
    ['a/api/proxy-image/b.jpg', 'a/api/proxy-image/b.jpg'],
    ['a/b:c.jpg', 'a/b:c.jpg'],
  ])('%s is kept as %s', (image, path) => {
    expect(readOne({ ...whole, images: [image] })).toMatchObject({ product: { images: [path] }, warnings: [] });
  });

  test.each([
    'https://elsewhere.test/b.jpg',
    'https://images.example.test/other/b.jpg',
    'https://images.example.test.evil.test/shop/b.jpg',
    'http://images.example.test/shop/b.jpg',
    '//elsewhere.test/b.jpg',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    '../secrets.txt',
    'a/../../b.jpg',
    'a\\..\\b.jpg',
    '/',
  ])('%s is left out with a warning', (image) => {
    const { product, warnings } = readOne({ ...whole, images: [image, 'kept.jpg'] });
    expect(product.images).toEqual(['kept.jpg']);
    expect(warnings).toEqual([
      `Product 1 (id "A-17"): images "${image}" is not below the image origin and was left out`,
    ]);
  });

  test('is kept below an image origin that is written with slashes at the end', () => {
    const file = read({ data: [{ ...whole, images: [`${ORIGIN}a/b.jpg`] }] }, `${ORIGIN}//`);
    expect(file).toMatchObject({ ok: true, products: [{ images: ['a/b.jpg'] }] });
  });

  test('that is an address is left out if no image origin is set', () => {
    const file = read({ data: [{ ...whole, images: ['https://images.example.test/shop/a.jpg'] }] }, null);
    expect(file).toMatchObject({ ok: true, products: [{ images: [] }] });
  });
});

describe('a file', () => {
  test('is described by its different categories in stock, its products, and its products in stock', () => {
    const file = read({
      data: [
        { ...whole, id: 1, category: 'Carts' },
        { ...whole, id: 2, category: ' Carts' },
        { ...whole, id: 3, category: 'Flower' },
        { ...whole, id: 4, category: 'Edibles', qty: 0 },
        { ...whole, id: 5 },
      ],
    });
    expect(file).toMatchObject({ stats: { categoriesFound: 2, totalProducts: 5, productsWithStock: 4 } });
  });

  test('may begin with a byte order mark', () => {
    expect(read(`\uFEFF${JSON.stringify({ data: [whole] })}`)).toMatchObject({ ok: true });
  });

  test.each([
    ['', 'is empty.'],
    [' \r\n\t', 'is empty.'],
    ['\uFEFF', 'is empty.'],
    ['{"data":[{"id":1', 'is incomplete: it ends too early.'],
    ['{"data":', 'is incomplete: it ends too early.'],
    [' \n{"data":[{"id":1}, {"id', 'is incomplete: it ends too early.'],
    ['[]', 'must be a JSON object with a "data" list of products, not a list.'],
    ['null', 'must be a JSON object with a "data" list of products.'],
    ['5', 'must be a JSON object with a "data" list of products.'],
    ['{}', 'must be a JSON object with a "data" list of products; it has no "data" list.'],
    ['{"data":{}}', 'must be a JSON object with a "data" list of products; it has no "data" list.'],
    ['{"data":[]}', 'has no products.'],
    ['{"data":[{"id":1,"name":"A","qty":0,"price":1}]}', 'has no products in stock.'],
  ])('%j is refused: it %s', (text, problem) => {
    const message = `The file ${problem}`;
    expect(read(text)).toEqual({ ok: false, message, errors: [message] });
  });

  test.each([
    ['{"data":[}\n ', 'Line 1, column 10: "}" cannot stand there.'],
    ['[{"id":1', 'Line 1, column 9: the text ends there.'],
    ['\uFEFF{\n"data":[{"qty":NaN}]}', 'Line 2, column 16: "NaN" cannot stand there.'],
    ['<html></html>', 'Line 1, column 1: "<" cannot stand there.'],
  ])('%j is no JSON, and the error says where: %s', (text, place) => {
    const message = 'The file is not valid JSON.';
    expect(read(text)).toEqual({ ok: false, message, errors: [`${message} ${place}`] });
  });

  test('of another system is refused with the fields that its products have, once', () => {
    const other = { id: 501, type: 'menu_item', attributes: { name: 'Owl' } };
    expect(errorsOf(other, { ...other, id: 502 })).toEqual([
      'Product 1 (id "501"): name is missing',
      'Product 1 (id "501"): qty is missing',
      'Product 1 (id "501"): price is missing',
      'Product 1 (id "501"): has the fields id, type, attributes',
      'Product 2 (id "502"): name is missing',
      'Product 2 (id "502"): qty is missing',
      'Product 2 (id "502"): price is missing',
    ]);
    expect(errorsOf({ ...whole, qty: undefined, quantity: 5 })).toContain(
      `Product 1 (id "A-17"): has the fields ${[...Object.keys(whole).filter((field) => field !== 'qty'), 'quantity'].join(', ')}`,
    );
    expect(errorsOf({ ...whole, qty: -1 })).toHaveLength(1);
  });

  test.each([
    ['Handle,Title,Price\nnight-owl,Night Owl,35\n', 'Handle,Title,Price'],
    ['id;name;qty\r\n1;Tea;5\r\n', 'id;name;qty'],
    ['id\tname\n1\tTea\n', 'id\tname'],
  ])('that is a table is refused with its first line, and where tables go: %j', (text, line) => {
    expect(read(text)).toMatchObject({
      ok: false,
      message: 'The file is not valid JSON.',
      errors: [`The file is not valid JSON. It looks like a table (CSV): "${line}". "Import products" reads tables.`],
    });
  });

  test('with two products of one id is refused, however the id is written', () => {
    expect(errorsOf({ ...whole, id: 5 }, { ...whole, id: '6' }, { ...whole, id: ' 5 ' })).toEqual([
      'Product 3 (id "5"): id is the same as in product 1',
    ]);
  });

  test('names an id that appears twice even if one of the products is invalid', () => {
    expect(errorsOf({ ...whole, qty: -1 }, whole)).toEqual([
      'Product 1 (id "A-17"): qty must be a whole number of 0 or more, not -1',
      'Product 2 (id "A-17"): id is the same as in product 1',
    ]);
  });

  test('does not mistake products without an id for products with the same id', () => {
    const noId = { ...whole, id: null };
    expect(errorsOf(noId, noId)).toEqual(['Product 1: id is missing', 'Product 2: id is missing']);
  });

  test('names at most 60 characters of an id', () => {
    const [error] = errorsOf({ ...whole, id: 'x'.repeat(61), qty: -1 });
    expect(error).toBe(`Product 1 (id "${'x'.repeat(60)}"): qty must be a whole number of 0 or more, not -1`);
  });

  test.each([null, 5, 'x', [], [whole]])('with %j as a product is refused', (entry) => {
    const problem = 'must be an object with id, name, qty and price';
    expect(errorsOf(entry, entry)).toEqual([`Product 1: ${problem}`, `Product 2: ${problem}`]);
  });

  test('is refused completely for one error, and the message says how many products are not valid', () => {
    expect(read({ data: [whole, { ...whole, id: 2, qty: -1, price: 'x' }] })).toEqual({
      ok: false,
      message: '1 of 2 products are not valid.',
      errors: [
        'Product 2 (id "2"): qty must be a whole number of 0 or more, not -1',
        'Product 2 (id "2"): price must be a number of 0 or more, not "x"',
      ],
    });
  });

  test('lists many equal errors and warnings once, with their number, so that none hides another', () => {
    const lacking = Array.from({ length: 299 }, (_, id) => ({ ...whole, id, qty: undefined }));
    expect(errorsOf(...lacking, { ...whole, id: 'last', price: 'x' })).toEqual([
      'Product 1 (id "0"): qty is missing. The same in 298 more: products 2, 3, 4, 5, 6, …',
      'Product 300 (id "last"): price must be a number of 0 or more, not "x"',
    ]);
    const file = read({ data: Array.from({ length: 150 }, (_, id) => ({ ...whole, id, weightLabel: 'Heap' })) });
    expect(file.ok && file.warnings).toEqual([
      'Product 1 (id "0"): weightLabel "Heap" is not one of the options and was left out. The same in 149 more: products 2, 3, 4, 5, 6, …',
    ]);
  });

  test('nested 10,000 levels deep is refused without a crash', () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000);
    expect(read(`{"data":${deep}}`)).toMatchObject({ ok: false });
    expect(errorsOf({ ...whole, tags: JSON.parse(deep) })).toEqual(['Product 1 (id "A-17"): tags must be a text']);
    expect(read(`{"data":[{"id":1,"name":"A","qty":1,"price":1,"other":${deep}}]}`)).toMatchObject({ ok: true });
  });

  test('is read or refused with a message, whatever it contains', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.object(), fc.jsonValue()), { minLength: 1 }), (data) => {
        const file = read(JSON.stringify({ data }));
        if (file.ok) expect(file.stats.totalProducts).toBe(data.length);
        else expect(file.errors.length).toBeGreaterThan(0);
      }),
    );
  });

  test.each([
    ['name', 'Blue\0 Dream', { name: 'Blue Dream' }],
    ['name', ' \ud83c Blue Dream', { name: 'Blue Dream' }],
    ['id', 'A\0-17', { externalId: 'A-17' }],
    ['brand', '\0', { brand: null }],
    ['tags', ['Volume = 1G\0', '\0'], { tags: ['Volume = 1G'] }],
    ['description', `${'x'.repeat(5000)}\0`, { description: 'x'.repeat(5000) }],
  ])(
    'a feed arrives without the characters of a %s that cannot be stored, and with a warning',
    (field, value, expected) => {
      const feed = readInventoryFile({ data: [{ ...whole, [field]: value }] }, { imageOrigin: null, called: 'feed' });
      expect(feed).toMatchObject({ ok: true, products: [expected] });
      expect(feed.ok && feed.warnings[0]).toBe(
        `Product 1 (id "A-17"): ${field} had characters that cannot be stored; they were left out`,
      );
    },
  );

  test.each(['id', 'name'])('a feed whose %s has nothing else is refused', (field) => {
    const feed = readInventoryFile({ data: [{ ...whole, [field]: '\0 ' }] }, { imageOrigin: null, called: 'feed' });
    expect(feed).toMatchObject({ ok: false, errors: [expect.stringMatching(`: ${field} is missing$`)] });
  });

  test('a feed with nothing but two products whose ids differ only in such characters is refused', () => {
    const data = [whole, { ...whole, id: 'A-17\0' }];
    expect(readInventoryFile({ data }, { imageOrigin: null, called: 'feed' })).toMatchObject({
      errors: [
        'Product 1 (id "A-17"): id is the same as in product 2',
        'Product 2 (id "A-17"): id is the same as in product 1',
      ],
    });
  });

  test('an error names an id without the characters that cannot be stored', () => {
    expect(errorsOf({ ...whole, id: `\0${'x'.repeat(58)}🍃`, qty: -1 })).toEqual([
      `Product 1 (id "${'x'.repeat(58)}"): id has characters that cannot be stored`,
      `Product 1 (id "${'x'.repeat(58)}"): qty must be a whole number of 0 or more, not -1`,
    ]);
  });

  test('a feed is called a feed', () => {
    expect(readInventoryFile('', { imageOrigin: null, called: 'feed' })).toMatchObject({
      message: 'The feed is empty.',
    });
  });
});

test('a negative quantity of a feed counts as 0, and in a file it is an error', () => {
  const feedOf = (qty: unknown) =>
    readInventoryFile({ data: [whole, { ...whole, id: 'sold', qty }] }, { imageOrigin: null, called: 'feed' });
  for (const qty of [-2, '-2', ' -2.0 ', '-0', -1e21]) {
    expect(feedOf(qty)).toMatchObject({
      ok: true,
      products: [{ quantity: 3 }, { externalId: 'sold', quantity: 0 }],
      warnings: [],
    });
  }
  for (const qty of [-1.5, '--2', '-', '- 2', '-+2', '-x']) {
    expect(feedOf(qty)).toMatchObject({
      products: [{ quantity: 3 }],
      leftOut: {
        rows: [
          {
            id: 'sold',
            field: 'qty',
            message: `Product 2: qty must be a whole number of 0 or more, not ${JSON.stringify(qty)}.`,
          },
        ],
      },
    });
  }
  expect(errorsOf({ ...whole, qty: -2 })).toEqual([
    'Product 1 (id "A-17"): qty must be a whole number of 0 or more, not -2',
  ]);
});
