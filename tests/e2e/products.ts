/** A product of an upload or a feed. */
export interface FileProduct {
  id: string;
  name: string;
  qty: number;
  price: number;
  brand?: string;
  category?: string;
  description?: string;
  tags?: string[];
  images?: string[];
  size?: string;
  weightLabel?: string;
  tiers?: { from: number; price: number }[];
  batch?: string;
  lab?: { tested: string; expires?: string; thc?: string; cbd?: string; url?: string };
}

const cartridge = (id: string, strain: string, price: number, more: Partial<FileProduct> = {}): FileProduct => ({
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

/** A small inventory with variants, several brands and sizes, low stock, an empty description and missing ones. */
export const PRODUCTS: readonly FileProduct[] = [
  cartridge('c1', 'Blue Hour', 36.5),
  cartridge('c2', 'Amber Tide', 40),
  cartridge('c3', 'Pine Hollow', 44, { qty: 3 }),
  cartridge('c4', 'Citrus Grove', 19, {
    brand: 'Fern & Field',
    tags: ['Formulation = Distillate', 'Volume = .5G'],
    description: 'Bright and sharp.',
  }),
  cartridge('c5', 'Night Orchard', 31, { brand: 'Halcyon', tags: ['Formulation = Rosin'], description: '' }),
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

/** `PRODUCTS` with other values for the product of this name. */
export const productsWith = (name: string, changes: Partial<FileProduct>): FileProduct[] =>
  PRODUCTS.map((product) => (product.name === name ? { ...product, ...changes } : product));
