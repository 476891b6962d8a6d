import type { ProductFile } from './product-files.ts';

const json = (value: unknown): string => JSON.stringify(value);

/** Lists of products whose variants lie inside them, in the shapes that other systems have. */
export const NESTED_FILES: readonly ProductFile[] = [
  {
    about: 'variants in a list, with brand, category and size as objects',
    name: 'menu.json',
    content: json([
      {
        ...{ id: 11, name: 'Night Owl', description: '', category: { id: 1, name: 'Flower' }, strain: null },
        ...{
          brand: { name: 'Harbor' },
          tags: [{ name: 'Staff pick' }],
          images: ['https://pictures.example/a b.jpg?w=4'],
        },
        variants: [
          { id: 111, name: '3.5G', sku: null, availableQty: 14, unitSize: { value: 3.5, unitAbbr: 'G' }, price: 35 },
          { id: 112, name: '7G', sku: null, availableQty: 0, unitSize: { value: 7, unitAbbr: 'G' }, price: 60 },
        ],
      },
    ]),
    source: 'table',
    becomes: [
      ['111', 'Night Owl', '3.5G', 14, 35],
      ['112', 'Night Owl', '7G', 0, 60],
    ],
    facts: { '112': { brand: 'Harbor', category: 'Flower', tags: ['Staff pick'] } },
  },
  {
    about: 'variants whose numbers are texts, with a price of a sale',
    name: 'joint.json',
    content: json([
      {
        ...{ jointId: '0a', posId: '66', name: 'Owl Gummies', category: 'EDIBLES', subCategory: 'GUMMIES' },
        ...{
          descriptionHtml: '<p>Sweet &amp; soft.</p>',
          brandName: 'Harbor',
          strainType: 'INDICA',
          description: 'Sweet.',
        },
        variants: [{ jointId: '9f', option: '100mg', quantity: '6', price: '24.00', specialPrice: '18.00' }],
      },
    ]),
    source: 'table',
    becomes: [['9f', 'Owl Gummies', '100mg', 6, 24]],
    facts: { '9f': { brand: 'Harbor', description: 'Sweet.', tags: ['INDICA'] } },
  },
  {
    about: 'attributes with prices by size, in a list "data" that is not the own one of the shop',
    name: 'wm.json',
    content: json({
      meta: { total: 1 },
      data: [
        {
          ...{ id: 501, type: 'menu_item' },
          attributes: {
            ...{ name: 'Owl Cart', category_name: 'Vape Pens', brand_name: 'HARBOR', external_id: 'ab|12' },
            ...{
              body: '<p></p><p><em>Smooth &#8211; light.</em></p>',
              picture_url: 'https://pictures.example/501.jpg',
            },
            prices: { price_unit: 40, price_gram: 0, price_eighth: 0 },
            inventory_quantity: 9,
          },
        },
      ],
    }),
    source: 'table',
    becomes: [['501', 'Owl Cart', null, 9, 40]],
    facts: { '501': { brand: 'HARBOR', category: 'Vape Pens', description: 'Smooth – light.', markupDollars: 0 } },
  },
  {
    about: 'variants under their sizes, in categories that have their products',
    name: 'categories.json',
    content: json({
      categories: [
        {
          name: 'Flower',
          products: [
            {
              id: 1,
              title: 'Owl',
              vendor: 'H',
              variants: { '3.5g': { price: 35, qty: 4 }, '7g': { price: 60, qty: 2 } },
            },
          ],
        },
        {
          name: 'Edibles',
          products: [{ id: 2, title: 'Gum', price: { regular: 20, sale: 15 }, stock: 7 }],
        },
      ],
    }),
    source: 'table',
    becomes: [
      ['1/3.5g', 'Owl', '3.5g', 4, 35],
      ['1/7g', 'Owl', '7g', 2, 60],
      ['2', 'Gum', null, 7, 20],
    ],
    facts: { '1/7g': { category: 'Flower' }, '2': { category: 'Edibles' } },
  },
  {
    about: 'prices and stocks under their sizes, of products under their ids',
    name: 'maps.json',
    content: json({
      products: {
        p1: { name: 'Owl', pricing: { '3.5g': 35, '7g': 60 }, quantities: { '3.5g': 3, '7g': 1 } },
        p2: { name: 'Fox', pricing: { '3.5g': '30.50' }, quantities: { '3.5g': '2' } },
      },
    }),
    source: 'table',
    becomes: [
      ['p1/3.5g', 'Owl', '3.5g', 3, 35],
      ['p1/7g', 'Owl', '7g', 1, 60],
      ['p2/3.5g', 'Fox', '3.5g', 2, 30.5],
    ],
  },
  {
    about: 'one stock for several sizes, which is not sold twice, and categories as names of lists',
    name: 'shared.json',
    content: json({
      menu: {
        Flower: [{ sku: 'A', name: 'Owl', prices: { gram: 12, eighth: 35, quarter: null }, inventory: 9 }],
        Vapes: [{ sku: 'B', name: 'Cart', prices: { each: 30 }, inventory: 2 }],
      },
    }),
    source: 'table',
    becomes: [
      ['A/gram', 'Owl', 'gram', 0, 12],
      ['A/eighth', 'Owl', 'eighth', 0, 35],
      ['B', 'Cart', null, 2, 30],
    ],
    facts: { B: { category: 'Vapes' } },
  },
  {
    about: 'edges and nodes, with an amount of money as an object',
    name: 'graphql.json',
    content: json({
      data: {
        products: {
          edges: [
            {
              node: {
                ...{ id: 'gid://1', title: 'Owl', vendor: 'H', productType: 'Flower' },
                variants: {
                  edges: [
                    {
                      node: {
                        ...{ id: 'gid://v1', title: 'Default Title', quantityAvailable: 3 },
                        price: { amount: '35.00', currencyCode: 'USD' },
                      },
                    },
                  ],
                },
              },
            },
          ],
        },
      },
    }),
    source: 'table',
    becomes: [['gid://v1', 'Owl', null, 3, 35]],
    facts: { 'gid://v1': { brand: 'H', category: 'Flower' } },
  },
  {
    about: 'a regular price beside the price of a sale, a draft, and pictures with more than their address',
    name: 'rest.json',
    content: json([
      {
        ...{ id: 5, name: 'Mug', type: 'simple', status: 'draft', price: '8', regular_price: '10', sale_price: '8' },
        ...{ stock_quantity: 3, categories: [{ id: 1, name: 'Home', slug: 'home' }], description: '<b>Warm</b>' },
        images: [{ id: 3, src: 'https://pictures.example/m.jpg', name: 'm', alt: '' }],
      },
    ]),
    source: 'table',
    becomes: [['5', 'Mug', null, 3, 10]],
    facts: { '5': { category: 'Home', description: 'Warm', isActive: false, images: [] } },
  },
  {
    about: 'a variant without a price',
    name: 'part.json',
    content: json({
      items: [
        {
          name: 'Owl',
          variants: [
            { size: '1g', price: 9, qty: 1 },
            { size: '2g', qty: 1 },
          ],
        },
      ],
    }),
    source: 'table',
    becomes: [['owl / 1g', 'Owl', '1g', 1, 9]],
    problems: ['The price is missing'],
  },
];
