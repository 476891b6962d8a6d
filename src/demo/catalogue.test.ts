import { describe, expect, test } from 'vitest';
import { groupProducts } from '#domain/grouping.ts';
import { readInventoryFile } from '#domain/inventory-file.ts';
import { isInHouseBrand } from '#domain/inventory-item.ts';
import { checkLabel } from '#domain/label-check.ts';
import type { Product } from '#domain/product.ts';
import { brandOptions } from '#domain/search.ts';
import { isReplica, productStrain, sizeFromTags, tagValue } from '#domain/tags.ts';
import { isWeightLabel } from '#domain/weight-labels.ts';
import { type DemoProduct, demoProducts } from './catalogue.ts';

const products = demoProducts();
const ofCategory = (category: string): DemoProduct[] => products.filter((each) => each.category === category);
const having = (test: (product: DemoProduct) => boolean): number => products.filter(test).length;

/** A product as members would see it, as far as the rules asked here look at it. */
const shown = (product: DemoProduct, id: number): Product => ({
  id,
  externalId: product.id,
  name: product.name,
  description: product.description ?? null,
  brand: product.brand ?? 'Unknown',
  category: product.category ?? 'Unknown',
  price: product.price,
  finalPrice: Math.ceil(product.price + 15),
  quantity: product.qty,
  images: product.images ?? [],
  tags: product.tags ?? [],
  size: sizeFromTags(product.tags ?? []),
  weightLabel: product.weightLabel ?? null,
  labelDoubtful: false,
  isActive: true,
  lastSynced: null,
});

/** The products whose shelf label is wrong on purpose, so that the label check has something to find. */
const WRONG_LABELS = [
  'Crumble - Gorse 2G',
  'Diesel Hymnal - 28G',
  'Forge 5-Pack - Diesel Hymnal',
  'Morning Drop Full Spectrum Ceramic Cartridge with Added Botanical Terpenes - Grapefruit Sunrise 1G',
  'Quartz Pear - 7G',
  'River Gummies Strong - Black Cherry 500mg',
];

test('the demo sells about three hundred products, all in stock', () => {
  expect(products.length).toBeGreaterThanOrEqual(290);
  expect(products.length).toBeLessThanOrEqual(330);
  expect(products.every((product) => product.qty >= 1)).toBe(true);
});

test.each([
  ['Flower', 40],
  ['Carts', 36],
  ['Vape Cartridges', 16],
  ['Disposables', 20],
  ['Concentrates', 36],
  ['Edibles', 36],
  ['Pre-rolls', 24],
  ['Topical', 16],
  ['BYOB', 8],
  ['Munchies', 16],
  ['Accessories', 20],
])('there is a shelf of %s with at least %i products and several cards', (category, least) => {
  const shelf = ofCategory(category);
  expect(shelf.length).toBeGreaterThanOrEqual(least);
  expect(groupProducts(shelf.map(shown)).length).toBeGreaterThanOrEqual(6);
});

test('the house has goods of its own on several shelves', () => {
  const own = products.filter((product) => product.brand === 'In-House');
  expect(own.length).toBeGreaterThanOrEqual(12);
  expect(own.every((product) => isInHouseBrand(product.brand ?? null))).toBe(true);
  expect(new Set(own.map((product) => product.category)).size).toBeGreaterThanOrEqual(4);
});

test('the file check of uploads and feeds takes the whole catalogue without a word', () => {
  const read = readInventoryFile({ data: products }, { imageOrigin: null });
  expect(read).toMatchObject({
    ok: true,
    warnings: [],
    stats: { categoriesFound: 11, totalProducts: products.length, productsWithStock: products.length },
  });
});

test('no two products share an id, a picture, or name and brand', () => {
  for (const key of [
    (product: DemoProduct) => product.id,
    (product: DemoProduct) => product.images?.[0],
    (product: DemoProduct) => `${product.brand} ${product.name}`,
  ]) {
    expect(new Set(products.map(key)).size).toBe(products.length);
  }
});

test('every call gives the same catalogue, and a copy of its own', () => {
  const again = demoProducts();
  expect(again).toEqual(products);
  again[0]!.tags?.push('changed');
  again[0]!.qty = 0;
  expect(demoProducts()).toEqual(products);
});

test('prices are whole cents, some of them odd', () => {
  const cents = products.map((product) => Math.round(product.price * 100));
  expect(products.every((product, i) => Math.abs(product.price * 100 - cents[i]!) < 1e-6)).toBe(true);
  expect(cents.filter((price) => price % 100 !== 0).length).toBeGreaterThan(150);
});

describe('the catalogue gives every rule of the shop something to do:', () => {
  test.each([
    ['formulations', (each: DemoProduct) => tagValue(each.tags ?? [], 'Formulation') !== null, 120],
    ['products without tags', (each: DemoProduct) => each.tags === undefined, 30],
    ['products without a brand', (each: DemoProduct) => each.brand === undefined, 3],
    ['products without a description', (each: DemoProduct) => each.description === undefined, 12],
    ['names longer than seventy characters', (each: DemoProduct) => each.name.length > 70, 1],
    ['strains told in the description', (each: DemoProduct) => /Strain: .+\./.test(each.description ?? ''), 80],
    ['strains told by a tag', (each: DemoProduct) => tagValue(each.tags ?? [], 'Strain') !== null, 12],
    ['strengths', (each: DemoProduct) => /THC \d/.test(each.description ?? ''), 180],
    ['replicas of the house', (each: DemoProduct) => each.brand === 'In-House' && isReplica(each.tags ?? []), 3],
    ['scarce products', (each: DemoProduct) => each.qty <= 4, 20],
    ['single pieces', (each: DemoProduct) => each.qty === 1, 3],
    ['products without a weight label', (each: DemoProduct) => each.weightLabel === undefined, 60],
  ])('%s', (_, test, least) => {
    expect(having(test)).toBeGreaterThanOrEqual(least);
  });

  test.each(['3.5G', '7G', '14G', '28G', 'Pound'])('flower by the %s', (size) => {
    expect(ofCategory('Flower').filter((each) => each.tags?.includes(`Breakdown = ${size}`)).length).toBeGreaterThan(2);
  });

  test.each(['.5G', '1G', '1.5G', '2G'])('carts of %s', (volume) => {
    expect(ofCategory('Carts').filter((each) => each.tags?.includes(`Volume = ${volume}`)).length).toBeGreaterThan(2);
  });

  test.each(['Single', '3-Pack', '5-Pack'])('pre-rolls sold as %s', (pack) => {
    expect(
      ofCategory('Pre-rolls').filter((each) => each.tags?.includes(`Formulation = ${pack}`)).length,
    ).toBeGreaterThan(2);
  });

  test('a group of one formulation, and groups by the first two words', () => {
    const groups = groupProducts(products.map(shown));
    const namesOf = (name: string): number => groups.find((group) => group.name === name)?.variants.length ?? 0;
    expect(namesOf('Saltlantern Live Resin')).toBe(6);
    expect(namesOf('Harbour Fog')).toBe(4);
    expect(namesOf('Night Noodles')).toBe(2);
    expect(groups.filter((group) => group.variants.length > 1).length).toBeGreaterThan(60);
  });

  test('makers whose goods divide by a word of the brand filter', () => {
    const options = new Set(
      [...new Set(products.map((product) => product.category!))].flatMap((category) =>
        brandOptions(ofCategory(category).map(shown)),
      ),
    );
    for (const option of [
      'Marrowmoor Cured Resin',
      'Duskmill Nova',
      'Saltlantern Live Resin',
      'Kiln Theory Live Rosin',
      'Otterglass Soft Gel',
      'Velvet Anvil Fire & Ice',
      'Cloudmason Cart',
    ]) {
      expect(options).toContain(option);
    }
  });

  test('strains that carts and receipts can name', () => {
    const named = products.map(shown).map(productStrain);
    expect(named).toContain('Harbour Fog');
    expect(named).toContain('Salt Cathedral');
  });

  test('six labels that are wrong, and no other that the label check would doubt', () => {
    const doubted = products.map(shown).filter((product) => {
      const { weightLabel } = product;
      return weightLabel !== null && isWeightLabel(weightLabel) && checkLabel({ ...product, weightLabel }) !== null;
    });
    expect(doubted.map((product) => product.name).toSorted()).toEqual(WRONG_LABELS);
  });
});
