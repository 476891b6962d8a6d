import { expect, test } from 'vitest';
import { buildProduct } from '../../testing/products.ts';
import { choiceLabel } from './details-facts.tsx';

const strain = (name: string) => [`Strain = ${name}`];

test.each([
  ['Size', 'by size', [{ size: '3.5G' }, { size: '14G' }]],
  ['Size', 'by weight label', [{ weightLabel: 'Eighth' }, { weightLabel: 'Ounce' }]],
  [
    'Size',
    'by size, with one strain',
    [
      { size: '1G', tags: strain('Kush') },
      { size: '2G', tags: strain('Kush') },
    ],
  ],
  [
    'Strain',
    'by strain',
    [
      { size: '1G', tags: strain('Kush') },
      { size: '1G', tags: strain('Gelato') },
    ],
  ],
  [
    'Flavor',
    'by nothing but the name, as edibles',
    [
      { category: 'Edibles', size: '100mg' },
      { category: 'Edibles', size: '100mg' },
    ],
  ],
  [
    'Options',
    'by size and strain',
    [
      { size: '1G', tags: strain('Kush') },
      { size: '2G', tags: strain('Gelato') },
    ],
  ],
  ['Options', 'partly by size', [{ size: '1G' }, { size: '1G' }, { size: '2G' }]],
  ['Options', 'by nothing but the name', [{}, {}]],
])('the choice is headed "%s" if the variants differ %s', (label, _, products) => {
  expect(choiceLabel(products.map((product, index) => buildProduct({ id: index + 1, ...product })))).toBe(label);
});
