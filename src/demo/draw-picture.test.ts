import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { categoryHue, isNeutral } from '#domain/categories.ts';
import { CATALOGUE, type DemoProduct, demoProducts } from './catalogue.ts';
import { demoPicturesInOrder, drawDemoPicture } from './index.ts';
import { CAPITALS, FIGURES, SMALL_LETTERS } from './pictures/glyphs.ts';

const products = demoProducts(0);

/** The name of a product's picture: its image without the width. */
const nameOf = (product: DemoProduct): string => product.images![0]!.replace('x950-', '');

const drawings = new Map(products.map((product) => [product, drawDemoPicture(nameOf(product))!]));

/** Every picture in a small size, as raw RGB. */
const stamps = new Map<DemoProduct, Buffer>();
const STAMP = { width: 80, height: 60 };

beforeAll(async () => {
  await Promise.all(
    [...drawings].map(async ([product, drawing]) => {
      stamps.set(product, await sharp(Buffer.from(drawing)).resize(STAMP).removeAlpha().raw().toBuffer());
    }),
  );
});

/** The mean difference of two pictures' pixels, from 0 (equal) to 255. */
const difference = (a: Buffer, b: Buffer): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!);
  return sum / a.length;
};

test('every product has a usual picture and a closer one, with a width that the picture service can swap', () => {
  for (const { images } of products) {
    expect(images!.slice(0, 2)).toEqual([
      expect.stringMatching(/^demo\/x950-[a-z0-9-]+\.jpg$/),
      images![0]!.replace('.jpg', '-2.jpg'),
    ]);
  }
});

/** The names of a product's pictures after its own, without folder, width and type. */
const marksOf = ({ images }: DemoProduct): string[] => {
  const bare = images![0]!.replace('.jpg', '');
  return images!.map((image) => image.replace(bare, '').replace('.jpg', ''));
};

test('one product of each category, and of In-House, has pictures for its tile in both shapes', () => {
  const shelves = products.map(({ brand, category }) => (brand === 'In-House' ? brand : category!));
  const withTiles = products.flatMap((product, i) => (marksOf(product).includes('.tile') ? [shelves[i]!] : []));
  expect(withTiles.toSorted()).toEqual([...new Set(shelves)].toSorted());
  expect(new Set(products.map((product) => marksOf(product).join(' ')))).toEqual(
    new Set([' -2 .light -2.light', ' -2 .tile .wide .light -2.light .light.tile .light.wide']),
  );
});

test('in the light theme the same things stand on paper', async () => {
  const meanOf = async (name: string) => {
    const pixels = await sharp(Buffer.from(drawDemoPicture(name)!))
      .resize(STAMP)
      .removeAlpha()
      .raw()
      .toBuffer();
    return pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
  };
  for (const product of products.filter((_, i) => i % 60 === 0)) {
    const name = nameOf(product);
    expect(await meanOf(name), name).toBeLessThan(110);
    expect(await meanOf(name.replace('.jpg', '.light.jpg')), name).toBeGreaterThan(150);
  }
});

test('the demo draws exactly the pictures that its products name', () => {
  const named = products.flatMap(({ images }) => images!.map((image) => image.replace('x950-', '')));
  const drawn = demoPicturesInOrder().map(({ name }) => name);
  expect(new Set(named).size).toBe(named.length);
  expect(drawn.toSorted()).toEqual(named.toSorted());
});

test('pictures for tiles come first, then the usual ones, then the closer ones; of each, those of the default theme', () => {
  const order = demoPicturesInOrder().map(({ theme, view }) => `${theme} ${view}`);
  const runs = order.filter((kind, i) => kind !== order[i - 1]);
  expect(runs).toEqual(
    ['tile', 'wide', 'front', 'close'].flatMap((view) => ['dark', 'light'].map((theme) => `${theme} ${view}`)),
  );
});

test('a picture for a wide tile is twice as wide as high, all others are 4:3', async () => {
  for (const suffix of ['.wide.jpg', '.tile.jpg', '-2.jpg']) {
    const { name } = demoPicturesInOrder().find((picture) => picture.name.endsWith(suffix))!;
    const { width, height } = await sharp(Buffer.from(drawDemoPicture(name)!)).metadata();
    expect(width / height, name).toBeCloseTo(suffix === '.wide.jpg' ? 2 : 4 / 3, 2);
  }
});

test('the pack of a larger weight looks larger', async () => {
  const sizes = ['35g', '7g'].map((size) => `demo/nettle-quartz-harbor-fog-${size}.jpg`);
  const [small, large] = await Promise.all(
    sizes.map(async (name) => {
      const picture = sharp(Buffer.from(drawDemoPicture(name)!))
        .resize({ width: 240 })
        .greyscale();
      const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
      // The lid is the darkest thing in the column above the jar's middle.
      const column = Array.from({ length: 130 }, (_, y) => data[y * info.width + 158]!);
      return column.findIndex((value) => value < 36);
    }),
  );
  expect(large!).toBeGreaterThan(0);
  expect(large!).toBeLessThan(small!);
});

test.each(['demo/nothing-of-ours.jpg', 'demo/x950-in-house-bench-seven-35g.jpg', 'in-house-bench-seven-35g.jpg', ''])(
  'the demo has no picture with the name "%s"',
  (name) => {
    expect(drawDemoPicture(name)).toBeNull();
  },
);

test('a picture does not depend on the process or on the pictures drawn before it', async () => {
  vi.resetModules();
  const another = await import('./draw-picture.ts');
  expect(another.drawDemoPicture).not.toBe(drawDemoPicture);
  const some = products.filter((_, i) => i % 25 === 0).toReversed();
  for (const product of some) expect(another.drawDemoPicture(nameOf(product))).toBe(drawings.get(product));
});

test('every product has a different picture, which needs no font, no network and no script', () => {
  for (const [product, drawing] of drawings) {
    expect(drawing, product.name).toMatch(/^<svg [^>]*viewBox="-?\d+ \d+ 1200 900"/);
    expect(drawing, product.name).not.toMatch(/<text|<image|<script|href="(?!#)|NaN|undefined|Infinity/);
  }
  expect(new Set(drawings.values()).size).toBe(products.length);
});

test('our alphabet has every letter of the labels', () => {
  const texts = CATALOGUE.flatMap(({ brand, picture }) => [brand ?? '', picture.title, picture.note]);
  const drawable = new Set(Object.keys({ ...CAPITALS, ...SMALL_LETTERS, ...FIGURES, ' ': null }));
  const letters = new Set(texts.flatMap((text) => [...text, ...text.toUpperCase(), ...text.toLowerCase()]));
  const missing = [...letters].filter((character) => !drawable.has(character));
  expect(missing).toEqual([]);
});

test('every picture fills its canvas with light and shade', () => {
  for (const [product, stamp] of stamps) {
    const mean = stamp.reduce((sum, value) => sum + value, 0) / stamp.length;
    const variance = stamp.reduce((sum, value) => sum + (value - mean) ** 2, 0) / stamp.length;
    expect(Math.sqrt(variance), product.name).toBeGreaterThan(20);
    expect(Math.max(...stamp), product.name).toBeGreaterThan(120);
  }
});

test('a picture is opaque up to its edges in both sizes that the shop shows', async () => {
  const drawing = Buffer.from(drawings.get(products[0]!)!);
  for (const width of [250, 950]) {
    const { data, info } = await sharp(drawing).resize(width).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([width, Math.round(width * 0.75)]);
    const alphas = data.filter((_, i) => i % 4 === 3);
    expect(Math.min(...alphas.subarray(0, width), ...alphas.subarray(-width))).toBe(255);
  }
});

describe('among the first twelve products of a category', () => {
  const categories = [...new Set(products.map((product) => product.category!))];
  const inCategory = (category: string) =>
    products.filter((product) => product.category === category && product.brand !== 'In-House');

  test.each(categories)('no two neighbors look alike: %s', (category) => {
    const first = inCategory(category).slice(0, 12);
    for (const [i, product] of first.slice(1).entries()) {
      expect(
        difference(stamps.get(product)!, stamps.get(first[i]!)!),
        `${product.name} next to ${first[i]!.name}`,
      ).toBeGreaterThan(6);
    }
  });

  test('the categories with a color of their own differ in it', () => {
    const colored = categories.filter((category) => !isNeutral(categoryHue(category)));
    expect(colored).toHaveLength(9);
    const means = colored.map((category) => {
      const stamp = stamps.get(inCategory(category)[0]!)!;
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
