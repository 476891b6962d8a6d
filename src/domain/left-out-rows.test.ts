import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readInventoryFile } from './inventory-file.ts';
import { isLargeDrop, itemsInFeed, planSync } from './inventory-plan-file.ts';
import { describeLeftOut, isTooManyBad, NOTHING_LEFT_OUT } from './left-out-rows.ts';
import { priceJump } from './price-guard.ts';
import { aFileProduct, anItem, applied } from './testing/inventory.ts';

const good = (id: unknown, more: object = {}) => ({ id, name: 'Blue Dream', qty: 3, price: 20, ...more });
const read = (data: readonly unknown[]) => readInventoryFile({ data }, { imageOrigin: null, called: 'feed' });
const readGood = (data: readonly unknown[]) => {
  const feed = read(data);
  if (!feed.ok) throw new Error(feed.message);
  return feed;
};

const NO_OBJECT = 'must be an object with id, name, qty and price';
const NO_QUANTITY = 'qty must be a whole number of 0 or more';

describe('a row of a feed is left out', () => {
  test.each<[what: string, row: unknown, id: string | null, field: string | null, problem: string]>([
    ['whose quantity is no number', good('b', { qty: 2.5 }), 'b', 'qty', `${NO_QUANTITY}, not 2.5`],
    ['whose quantity is negative and no number', good('b', { qty: -2.5 }), 'b', 'qty', `${NO_QUANTITY}, not -2.5`],
    ['without a quantity', good('b', { qty: null }), 'b', 'qty', 'qty is missing'],
    [
      'whose price is no number',
      good(' b ', { price: '$5' }),
      'b',
      'price',
      'price must be a number of 0 or more, not "$5"',
    ],
    ['without a name', good(5, { name: ' ' }), '5', 'name', 'name is missing'],
    ['with a long brand', good('b', { brand: 'x'.repeat(101) }), 'b', 'brand', 'brand must be at most 100 characters'],
    ['with the same problem twice', good('b', { tags: [1, 2] }), 'b', 'tags', 'tags must be a text'],
    [
      'with two problems',
      good('b', { qty: 'x', price: 'y' }),
      'b',
      'qty',
      `${NO_QUANTITY}, not "x"; price must be a number of 0 or more, not "y"`,
    ],
    ['with an id that loses a character', good('b\0', { qty: 'x' }), 'b', 'qty', `${NO_QUANTITY}, not "x"`],
    ['without an id', good(undefined), null, 'id', 'id is missing'],
    ['with a blank id', good(' \0'), null, 'id', 'id is missing'],
    ['whose id is no text', good({ of: 'b' }), null, 'id', 'id must be a text or a number'],
    ['whose id is too large', good(2 ** 60), null, 'id', 'id is too large for a number: write it in quotes'],
    ['that is null', null, null, null, NO_OBJECT],
    ['that is a list', [good('b')], null, null, NO_OBJECT],
  ])('%s', (_what, row, id, field, problem) => {
    const feed = readGood([good('a'), row, good('c')]);
    expect(feed.products.map(({ externalId }) => externalId)).toEqual(['a', 'c']);
    expect(feed.leftOut).toEqual({
      count: 1,
      rows: [{ id, field, message: `Product 2: ${problem}.` }],
      ids: new Set(id === null ? [] : [id]),
      hasUnknownId: id === null,
    });
  });

  test('if another has its id, however it is written, and so is the other', () => {
    const others = Array.from({ length: 30 }, (_, place) => good(`other${place}`));
    const { products, leftOut } = readGood([good(5), good('a'), good(' 5 '), good('5\0', { qty: 'x' }), ...others]);
    expect(products.map(({ externalId }) => externalId)).toEqual(['a', ...others.map(({ id }) => id)]);
    expect(leftOut).toEqual({
      count: 3,
      rows: [
        { id: '5', field: 'id', message: 'Product 1: id is the same as in product 3.' },
        { id: '5', field: 'id', message: 'Product 3: id is the same as in product 1.' },
        { id: '5', field: 'qty', message: `Product 4: ${NO_QUANTITY}, not "x"; id is the same as in product 1.` },
      ],
      ids: new Set(['5']),
      hasUnknownId: false,
    });
  });

  test('and nothing else is said about it', () => {
    const { warnings } = readGood([good('a', { weightLabel: 'Heap' }), good('b', { weightLabel: 'Heap', qty: 'x' })]);
    expect(warnings).toEqual(['Product 1 (id "a"): weightLabel "Heap" is not one of the options and was left out']);
  });

  test('but none of a feed that can be used, and a negative quantity is none', () => {
    const { leftOut } = readGood([good('a'), good('b', { qty: -2, batch: 7 })]);
    expect(leftOut).toEqual({ count: 0, rows: [], ids: new Set(), hasUnknownId: false });
    expect(leftOut).toEqual(NOTHING_LEFT_OUT);
  });

  test('and the first hundred are listed', () => {
    const rows = Array.from({ length: 1500 }, (_, id) => good(id, id < 150 ? { qty: 'x' } : {}));
    const { leftOut } = readGood(rows);
    expect(leftOut).toMatchObject({ count: 150, hasUnknownId: false });
    expect(leftOut.rows).toHaveLength(100);
    expect(leftOut.ids.size).toBe(150);
  });
});

/** Up to three equal problems are listed one by one. */
const errorsOf = (bad: number): string[] => {
  const [first, ...others] = Array.from({ length: bad }, (_, place) => place + 1);
  const error = (place: number) => `Product ${place} (id "${place - 1}"): price is missing`;
  if (bad <= 3) return [first!, ...others].map(error);
  const places = `${others.slice(0, 5).join(', ')}${others.length > 5 ? ', …' : ''}`;
  return [`${error(first!)}. The same in ${others.length} more: products ${places}`];
};

test.each([
  [0, 1, false],
  [1, 1, false],
  [2, 2, false],
  [3, 29, true],
  [3, 30, false],
  [4, 30, true],
  [10, 100, false],
  [11, 100, true],
])('%d bad rows of %d are too many: %j', (bad, total, tooMany) => {
  expect(isTooManyBad(bad, total)).toBe(tooMany);
  const rows = Array.from({ length: total }, (_, place) => good(place, place < bad ? { price: null } : {}));
  if (tooMany || bad === total) {
    expect(read(rows)).toEqual({
      ok: false,
      message: `${bad} of ${total} products are not valid.`,
      errors: errorsOf(bad),
    });
  } else expect(read(rows)).toMatchObject({ ok: true, leftOut: { count: bad } });
});

test('a feed whose other products are sold out has nothing in stock', () => {
  expect(read([good('a', { qty: 0 }), good('b', { qty: 'x' })])).toMatchObject({
    ok: false,
    message: 'The feed has no products in stock.',
  });
});

test('a count of rows is said as people say it', () => {
  expect([1, 6, 1028].map(describeLeftOut)).toEqual([
    '1 row of the feed left out',
    '6 rows of the feed left out',
    '1,028 rows of the feed left out',
  ]);
});

describe('the item of a row that is left out', () => {
  const itemsOf = (...ids: string[]) => ids.map((externalId, place) => anItem({ id: place + 1, externalId }));
  const sync = (items: ReturnType<typeof itemsOf>, data: readonly unknown[]) => {
    const { products, leftOut } = readGood(data);
    return planSync({ items, products, defaultMarkupCents: 1500, leftOut });
  };

  test('keeps what it had, and the others follow the feed', () => {
    const items = itemsOf('a', 'b', 'c');
    const plan = sync(items, [good('a', { qty: 9 }), good('b', { qty: 'x', price: 1 })]);
    expect(plan.counts).toEqual({ added: 0, changed: 1, removed: 1, unchanged: 1 });
    expect(applied(items, plan).items).toMatchObject([{ quantity: 9 }, items[1]!, { listed: false }]);
  });

  test('does not come back to the lists, and is not added', () => {
    const plan = sync(
      [anItem({ externalId: 'b', listed: false })],
      [good('a'), good('b', { qty: 'x' }), good('c', { qty: 'x' })],
    );
    expect(plan.rows).toMatchObject([{ externalId: 'a', kind: 'added' }]);
  });

  test('does not count as removed: a drop is large without it only if it is large with it', () => {
    const items = itemsOf('a', 'b', 'c', 'd');
    expect(isLargeDrop(sync(items, [good('a'), good('b', { qty: 'x' })]))).toBe(false);
    expect(isLargeDrop(sync(items, [good('a')]))).toBe(true);
  });

  test('is not compared by the guard: it does not hold the median where it was', () => {
    const items = itemsOf('a', 'b', 'c', 'd', 'e').map((item) => ({ ...item, priceCents: 2000 }));
    const dearer = { price: 26 };
    const { products, leftOut } = readGood([
      good('a', dearer),
      good('b', dearer),
      good('c'),
      good('d', { qty: 'x' }),
      good(null),
    ]);
    const plan = planSync({ items, products, defaultMarkupCents: 1500, leftOut });
    expect(itemsInFeed(items, products).map(({ externalId }) => externalId)).toEqual(['a', 'b', 'c']);
    expect(priceJump({ plan, items: itemsInFeed(items, products) }, 50)).toBe(
      'The median base price would move from $20.00 to $26.00, by more than 15%.',
    );
    expect(priceJump({ plan, items }, 50)).toBe(null);
  });
});

describe('a row without an id that can be read', () => {
  const data = [
    good('a', { qty: 9 }),
    good('b', { qty: 0, price: 0 }),
    good('hidden', { qty: 0 }),
    good(null),
    good('new'),
  ];
  const { products, leftOut } = readGood(data);
  const items = [
    ...['a', 'b', 'c'].map((externalId, place) => anItem({ id: place + 1, externalId })),
    anItem({ id: 4, externalId: 'hidden', listed: false }),
    anItem({ id: 5, externalId: 'gone', listed: false }),
  ];
  const plan = planSync({ items, products, defaultMarkupCents: 1500, leftOut });

  test('removes nothing, and what the feed calls sold out cannot be ordered', () => {
    expect(plan.counts).toEqual({ added: 1, changed: 2, removed: 0, unchanged: 1 });
    expect(plan.rows).toMatchObject([
      { externalId: 'a', after: { quantity: 9 } },
      { externalId: 'b', kind: 'changed', before: { quantity: 5 }, after: { quantity: 0 } },
      { externalId: 'new', kind: 'added' },
    ]);
    expect(plan.rows[1]!.after).toEqual({ quantity: 0 });
  });

  test('holds them only as long as it is in the feed', () => {
    const after = applied(items, plan).items;
    const next = planSync({ items: after, products, defaultMarkupCents: 1500 });
    expect(next.rows).toMatchObject([
      { externalId: 'b', kind: 'removed' },
      { externalId: 'c', kind: 'removed' },
    ]);
  });

  test('leaves an item that an admin added as it is', () => {
    const byHand = anItem({ externalId: 'b', byHand: true });
    expect(
      planSync({ items: [byHand], products: [aFileProduct(), ...products], defaultMarkupCents: 1500, leftOut }).rows,
    ).not.toContainEqual(expect.objectContaining({ externalId: 'b' }));
  });
});

test('whatever a feed has, the items of its bad rows stay as they are, and nothing leaves if an id cannot be read', () => {
  const row = fc.record({
    id: fc.oneof(fc.constantFrom('a', ' a', 'b', 'c', 'd', 'e', 'f'), fc.constant(null)),
    qty: fc.constantFrom(0, 1, 7, -1, 'x'),
    price: fc.constantFrom(20, 21, 'y'),
  });
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 9 }),
      fc.subarray(['a', 'b', 'c', 'd', 'e']),
      (rows, listed) => {
        const feed = read(rows.map((fields) => ({ ...fields, name: 'Blue Dream' })));
        if (!feed.ok) return;
        const items = ['a', 'b', 'c', 'd', 'e'].map((externalId, place) =>
          anItem({ id: place + 1, externalId, listed: listed.includes(externalId) }),
        );
        const plan = planSync({ items, products: feed.products, defaultMarkupCents: 1500, leftOut: feed.leftOut });
        const ids = rows.map(({ id }) => id?.trim() ?? null);
        const isBad = ({ qty, price }: (typeof rows)[number], place: number) =>
          qty === 'x' ||
          price === 'y' ||
          ids[place] === null ||
          ids.indexOf(ids[place]!) !== ids.lastIndexOf(ids[place]!);
        expect(feed.leftOut.count).toBe(rows.filter(isBad).length);
        const bad = ids.filter((_, place) => isBad(rows[place]!, place));
        expect(plan.rows.filter(({ externalId }) => bad.includes(externalId))).toEqual([]);
        if (ids.includes(null)) expect(plan.counts.removed).toBe(0);
      },
    ),
  );
});
