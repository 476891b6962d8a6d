import { describe, expect, test } from 'vitest';
import { groupProducts } from '#domain/grouping.ts';
import { readInventoryFile } from '#domain/inventory-file.ts';
import { isInHouseBrand } from '#domain/inventory-item.ts';
import { checkLabel } from '#domain/label-check.ts';
import { brandOptions } from '#domain/search.ts';
import { isReplica, productStrain, tagValue } from '#domain/tags.ts';
import { isWeightLabel } from '#domain/weight-labels.ts';
import { type DemoProduct, demoProducts } from './catalogue.ts';
import { shown } from './testing/shown.ts';

const products = demoProducts(0);
const inCategory = (category: string): DemoProduct[] => products.filter((each) => each.category === category);
const count = (test: (product: DemoProduct) => boolean): number => products.filter(test).length;

/** The products whose weight label is wrong on purpose, so that the label check finds something. */
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
])('the category %s has at least %i products on several cards', (category, least) => {
  const members = inCategory(category);
  expect(members.length).toBeGreaterThanOrEqual(least);
  expect(groupProducts(members.map(shown)).length).toBeGreaterThanOrEqual(6);
});

test('there are In-House products in several categories', () => {
  const own = products.filter((product) => product.brand === 'In-House');
  expect(own.length).toBeGreaterThanOrEqual(12);
  expect(own.every((product) => isInHouseBrand(product.brand ?? null))).toBe(true);
  expect(new Set(own.map((product) => product.category)).size).toBeGreaterThanOrEqual(4);
});

test('the check of feeds and uploads accepts the whole catalogue without warnings', () => {
  const read = readInventoryFile({ data: products }, { imageOrigin: null });
  expect(read).toMatchObject({
    ok: true,
    warnings: [],
    stats: { categoriesFound: 11, totalProducts: products.length, productsWithStock: products.length },
  });
});

test('no two products have the same id, the same picture, or the same name and brand', () => {
  for (const key of [
    (product: DemoProduct) => product.id,
    (product: DemoProduct) => product.images?.[0],
    (product: DemoProduct) => `${product.brand} ${product.name}`,
  ]) {
    expect(new Set(products.map(key)).size).toBe(products.length);
  }
});

test('a caller that changes its copy of the catalogue does not change the next one', () => {
  const copy = demoProducts(0);
  copy[0]!.tags!.push('changed');
  copy[0]!.qty = 0;
  expect(demoProducts(0)).toEqual(products);
  expect(demoProducts(0)).not.toEqual(copy);
});

test('prices are whole cents, and many are not whole dollars', () => {
  const cents = products.map((product) => Math.round(product.price * 100));
  expect(products.every((product, i) => Math.abs(product.price * 100 - cents[i]!) < 1e-6)).toBe(true);
  expect(cents.filter((price) => price % 100 !== 0).length).toBeGreaterThan(150);
});

describe('the catalogue has examples for every rule of the shop:', () => {
  test.each([
    ['formulations', (each: DemoProduct) => tagValue(each.tags ?? [], 'Formulation') !== null, 120],
    ['products without tags', (each: DemoProduct) => each.tags === undefined, 30],
    ['products without a brand', (each: DemoProduct) => each.brand === undefined, 3],
    ['products without a description', (each: DemoProduct) => each.description === undefined, 12],
    ['names longer than seventy characters', (each: DemoProduct) => each.name.length > 70, 1],
    ['strains in the description', (each: DemoProduct) => /Strain: .+\./.test(each.description ?? ''), 80],
    ['strains in a tag', (each: DemoProduct) => tagValue(each.tags ?? [], 'Strain') !== null, 12],
    ['strengths', (each: DemoProduct) => /THC \d/.test(each.description ?? ''), 180],
    ['In-House replicas', (each: DemoProduct) => each.brand === 'In-House' && isReplica(each.tags ?? []), 3],
    ['scarce products', (each: DemoProduct) => each.qty <= 4, 20],
    ['single pieces', (each: DemoProduct) => each.qty === 1, 3],
    ['products without a weight label', (each: DemoProduct) => each.weightLabel === undefined, 60],
  ])('%s', (_, test, least) => {
    expect(count(test)).toBeGreaterThanOrEqual(least);
  });

  test.each(['3.5G', '7G', '14G', '28G', 'Pound'])('flower by the %s', (size) => {
    expect(inCategory('Flower').filter((each) => each.tags?.includes(`Breakdown = ${size}`)).length).toBeGreaterThan(2);
  });

  test.each(['.5G', '1G', '1.5G', '2G'])('carts of %s', (volume) => {
    expect(inCategory('Carts').filter((each) => each.tags?.includes(`Volume = ${volume}`)).length).toBeGreaterThan(2);
  });

  test.each(['Single', '3-Pack', '5-Pack'])('pre-rolls sold as %s', (pack) => {
    expect(
      inCategory('Pre-rolls').filter((each) => each.tags?.includes(`Formulation = ${pack}`)).length,
    ).toBeGreaterThan(2);
  });

  test('groups by formulation, and groups by the first two words of the name', () => {
    const groups = groupProducts(products.map(shown));
    const variants = (name: string): number => groups.find((group) => group.name === name)?.variants.length ?? 0;
    expect(variants('Saltlantern Live Resin')).toBe(6);
    expect(variants('Harbor Fog')).toBe(4);
    expect(variants('Night Noodles')).toBe(2);
    expect(groups.filter((group) => group.variants.length > 1).length).toBeGreaterThan(60);
  });

  test('brands that the brand filter splits by a word', () => {
    const options = new Set(
      [...new Set(products.map((product) => product.category!))].flatMap((category) =>
        brandOptions(inCategory(category).map(shown)),
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

  test('strains that carts and receipts can show', () => {
    const named = products.map(shown).map(productStrain);
    expect(named).toContain('Harbor Fog');
    expect(named).toContain('Salt Cathedral');
  });

  test('six wrong weight labels, and no others that the label check doubts', () => {
    const doubtful = products.map(shown).filter((product) => {
      const { weightLabel } = product;
      return weightLabel !== null && isWeightLabel(weightLabel) && checkLabel({ ...product, weightLabel }) !== null;
    });
    expect(doubtful.map((product) => product.name).toSorted()).toEqual(WRONG_LABELS);
  });
});
