import fc from 'fast-check';
import type { Product } from '../product.ts';

let lastId = 0;

/** Creates a product. A test states only the values that matter to it. */
export const aProduct = (stated: Partial<Product> = {}): Product => {
  lastId += 1;
  return {
    id: lastId,
    externalId: `sku-${lastId}`,
    name: `Product ${lastId}`,
    description: null,
    brand: 'Fernhill',
    category: 'Flower',
    price: 20,
    finalPrice: 35,
    tiers: [],
    quantity: 10,
    images: [],
    tags: [],
    size: null,
    weightLabel: null,
    labelDoubtful: false,
    isActive: true,
    lastSynced: null,
    listedAt: null,
    ...stated,
  };
};

/** Catalogues with few brands, categories and words, so that products often clash. */
export const catalogues: fc.Arbitrary<Product[]> = fc
  .array(
    fc.record({
      name: fc
        .array(fc.constantFrom('Blue', 'blue', 'Dream', 'Cart', 'Vape', '-', '(2)', '2', 'Live Resin', 'Nova'), {
          minLength: 1,
          maxLength: 5,
        })
        .map((words) => words.join(' ')),
      brand: fc.constantFrom('Fernhill', 'fernhill', 'Fernhill Farm', 'In House', 'in-house', 'Unknown'),
      category: fc.constantFrom('Carts', 'Flower', 'Unknown'),
      description: fc.constantFrom(null, 'A calm nova', 'Live resin from the hills'),
      tags: fc.subarray(['Formulation = Live Resin', 'formulation=wax', 'Volume = 1G']),
      weightLabel: fc.constantFrom(null, 'Eighth', 'Quarter'),
      labelDoubtful: fc.boolean(),
      size: fc.constantFrom(null, '1G', '2G'),
      finalPrice: fc.constantFrom(20, 35, 50),
      quantity: fc.constantFrom(0, 3),
      isActive: fc.boolean(),
      images: fc.constantFrom<string[]>([], ['/api/proxy-image/a.jpg'], ['/api/proxy-image/b.jpg']),
    }),
    { maxLength: 40 },
  )
  .map((list) => list.map((stated, at) => aProduct({ ...stated, id: at + 1 })));
