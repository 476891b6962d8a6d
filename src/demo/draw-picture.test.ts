import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { categoryHue } from '#domain/categories.ts';
import { type DemoProduct, demoProducts } from './catalogue.ts';
import { drawDemoPicture } from './draw-picture.ts';

const products = demoProducts();

/** The name the picture is drawn by: the image's path without its form. */
const nameOf = (product: DemoProduct): string => product.images![0]!.replace('x950-', '');

/** Every picture at the size of a stamp, as raw RGB. */
const stamps = new Map<DemoProduct, Buffer>();
const STAMP = { width: 80, height: 60 };

beforeAll(async () => {
  await Promise.all(
    products.map(async (product) => {
      const picture = Buffer.from(drawDemoPicture(nameOf(product)) ?? '');
      stamps.set(product, await sharp(picture).resize(STAMP).removeAlpha().raw().toBuffer());
    }),
  );
}, 180_000);

/** The mean difference of two pictures' pixels, 0 (the same) to 255. */
const difference = (a: Buffer, b: Buffer): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!);
  return sum / a.length;
};

test('images have the form that the picture service swaps, below demo/', () => {
  for (const product of products)
    expect(product.images).toEqual([expect.stringMatching(/^demo\/x950-[a-z0-9-]+\.jpg$/)]);
});

test.each(['demo/nothing-of-ours.jpg', 'demo/x950-in-house-bench-seven-35g.jpg', 'in-house-bench-seven-35g.jpg', ''])(
  'the demo draws nothing by the name "%s"',
  (name) => {
    expect(drawDemoPicture(name)).toBeNull();
  },
);

test('the same name always gives the same picture', () => {
  const name = nameOf(products[0]!);
  expect(drawDemoPicture(name)).toBe(drawDemoPicture(name));
});

test('every product has a picture of its own that needs no font, no network and no script', () => {
  const seen = new Set<string>();
  for (const product of products) {
    const picture = drawDemoPicture(nameOf(product))!;
    expect(picture, product.name).toMatch(/^<svg [^>]*viewBox="0 0 1200 900"/);
    expect(picture, product.name).not.toMatch(/<text|<image|<script|href="(?!#)|NaN|undefined|Infinity/);
    seen.add(picture);
  }
  expect(seen.size).toBe(products.length);
});

test('every picture fills its canvas with light and shade', () => {
  for (const product of products) {
    const stamp = stamps.get(product)!;
    const mean = stamp.reduce((sum, value) => sum + value, 0) / stamp.length;
    const variance = stamp.reduce((sum, value) => sum + (value - mean) ** 2, 0) / stamp.length;
    expect(Math.sqrt(variance), product.name).toBeGreaterThan(20);
    expect(Math.max(...stamp), product.name).toBeGreaterThan(120);
  }
});

test('a picture is opaque to its edges at both sizes of the shop', async () => {
  const picture = Buffer.from(drawDemoPicture(nameOf(products[0]!))!);
  for (const width of [250, 950]) {
    const { data, info } = await sharp(picture).resize(width).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([width, Math.round(width * 0.75)]);
    const alphas = data.filter((_, i) => i % 4 === 3);
    expect(Math.min(...[...alphas.subarray(0, width), ...alphas.subarray(-width)])).toBe(255);
  }
});

describe('among the first twelve products of a shelf', () => {
  const shelves = [...new Set(products.map((product) => product.category!))];

  test.each(shelves)('no two neighbors look alike: %s', (category) => {
    const first = products
      .filter((product) => product.category === category && product.brand !== 'In-House')
      .slice(0, 12);
    for (const [i, product] of first.slice(1).entries()) {
      expect(
        difference(stamps.get(product)!, stamps.get(first[i]!)!),
        `${product.name} beside ${first[i]!.name}`,
      ).toBeGreaterThan(6);
    }
  });

  test('the shelves that have a color of their own differ in it', () => {
    const colored = shelves.filter((category) => categoryHue(category) !== 'neutral');
    expect(colored).toHaveLength(9);
    const means = colored.map((category) => {
      const stamp = stamps.get(
        products.find((product) => product.category === category && product.brand !== 'In-House')!,
      )!;
      const sum = [0, 0, 0];
      for (let i = 0; i < stamp.length; i++) sum[i % 3]! += stamp[i]!;
      return sum.map((part) => (part * 3) / stamp.length);
    });
    for (const [i, mean] of means.entries()) {
      for (const other of means.slice(i + 1)) {
        expect(Math.hypot(...mean.map((part, channel) => part - other[channel]!))).toBeGreaterThan(4);
      }
    }
  });
});
