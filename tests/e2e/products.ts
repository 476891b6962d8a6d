import type { FileProduct } from './shop-api.ts';

const cart = (id: string, strain: string, price: number, more: Partial<FileProduct> = {}): FileProduct => ({
  id,
  name: `${strain} Cart`,
  qty: 20,
  price,
  brand: 'Northlight',
  category: 'Carts',
  description: `Strain: ${strain}. Cold-cured and small-batch.`,
  tags: ['Formulation = Live Resin', 'Volume = 1G'],
  ...more,
});

/** A small shop with everything a journey needs: variants, brands, sizes, low and no stock, in-house, no description. */
export const SHELF: readonly FileProduct[] = [
  cart('c1', 'Blue Hour', 36.5),
  cart('c2', 'Amber Tide', 40),
  cart('c3', 'Pine Hollow', 44, { qty: 3 }),
  cart('c4', 'Citrus Grove', 19, {
    brand: 'Fern & Field',
    tags: ['Formulation = Distillate', 'Volume = .5G'],
    description: 'Bright and sharp.',
  }),
  cart('c5', 'Night Orchard', 31, { brand: 'Halcyon', tags: ['Formulation = Rosin'], description: '' }),
  {
    id: 'f1',
    name: 'Greenhouse No. 4',
    qty: 62,
    price: 28,
    brand: 'Moss House',
    category: 'Flower',
    tags: ['Breakdown = 3.5G'],
  },
  {
    id: 'f2',
    name: 'Harvest Moon',
    qty: 14,
    price: 25,
    brand: 'Moss House',
    category: 'Flower',
    tags: ['Breakdown = 3.5G'],
  },
  { id: 'e1', name: 'Orchard Gummies - Peach 100mg', qty: 140, price: 9.5, brand: 'Halcyon', category: 'Edibles' },
  { id: 'e2', name: 'Orchard Gummies - Pear 100mg', qty: 90, price: 9.5, brand: 'Halcyon', category: 'Edibles' },
];
