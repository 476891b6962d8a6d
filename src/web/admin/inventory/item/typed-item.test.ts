import { expect, test } from 'vitest';
import { adminItem } from '../../../testing/admin-item.ts';
import { startOf } from './new-item-start.ts';
import {
  changesOf,
  finalPriceText,
  NO_ITEM,
  nameInSize,
  nameWithoutSize,
  newItemFields,
  sizeInName,
  type TypedField,
  type TypedItem,
  typedFittingLabel,
  typedItem,
} from './typed-item.ts';

const item = adminItem({
  id: 7,
  name: 'Blue Dream',
  price: 18.5,
  markupDollars: 15,
  description: 'Soft. ',
  tags: ['Formulation = Flower', 'indica'],
  tiers: [{ from: 3, price: 15 }],
  lab: { tested: '2026-10-01', thc: '22 %', url: '/api/lab-results/a.pdf' },
  lowStock: 4,
});

/** The call for some typed fields. */
const changes = (typed: Partial<TypedItem>) =>
  changesOf(item, { ...typedItem(item), ...typed }, Object.keys(typed) as TypedField[]);

test('an item that is typed as it is changes nothing', () => {
  expect(changes(typedItem(item))).toEqual({});
});

test('another spelling of the same value changes nothing', () => {
  expect(changes({ price: '$18.5', markup: ' 15 ', name: ' Blue Dream ', description: 'Soft.', size: ' ' })).toEqual(
    {},
  );
});

test('each field is sent as the call states it', () => {
  expect(
    changes({
      name: 'Blue Dream 2',
      price: '$19',
      markup: '12.5',
      isActive: false,
      brand: '',
      category: 'Carts',
      size: '1G',
      weightLabel: 'Eighth',
      lowStock: '',
      batch: 'B-7',
    }),
  ).toEqual({
    name: 'Blue Dream 2',
    price: 19,
    markupDollars: 12.5,
    isActive: false,
    brand: null,
    category: 'Carts',
    size: '1G',
    weightLabel: 'Eighth',
    lowStock: null,
    batch: 'B-7',
  });
});

test('form and strain are tags, and tiers are rows', () => {
  expect(changes({ form: 'Badder', strain: 'Runtz' })).toEqual({
    tags: ['Formulation = Badder', 'indica', 'Strain = Runtz'],
  });
  expect(
    changes({
      tiers: [
        { key: 0, from: '3', price: '$14.50' },
        { key: 4, from: '', price: '' },
      ],
    }),
  ).toEqual({ tiers: [{ from: 3, price: 14.5 }] });
});

test('a lab result is sent without its file, which stays, and an empty one is none', () => {
  expect(changes({ expires: '2027-10-01' })).toEqual({
    lab: { tested: '2026-10-01', expires: '2027-10-01', thc: '22 %', cbd: null },
  });
  expect(changes({ tested: '', thc: '' })).toEqual({ lab: null });
});

test('what is no number is left for the shop to refuse, and is never taken for 0', () => {
  expect(changes({ price: 'cheap' })).toEqual({ price: 'cheap' });
  expect(changes({ price: '' })).toEqual({ price: '' });
  expect(changes({ markup: '' })).toEqual({ markupDollars: Number.NaN });
  expect(changes({ lowStock: 'few' })).toEqual({ lowStock: Number.NaN });
});

test('a new item is sent as an inventory file states it', () => {
  const fields = newItemFields(
    {
      ...NO_ITEM,
      name: ' Fern Salve ',
      qty: ' 4 ',
      price: '$18.50',
      form: 'Salve',
      tags: ['calm'],
      tested: '2026-10-01',
    },
    ['/api/proxy-image/a.jpg'],
  );
  expect(fields).toMatchObject({
    name: 'Fern Salve',
    qty: '4',
    price: '18.50',
    tags: ['Formulation = Salve', 'calm'],
    lab: { tested: '2026-10-01', expires: null },
    images: ['/api/proxy-image/a.jpg'],
    id: null,
    brand: null,
  });
  expect(Object.keys(fields)).not.toContain('markupDollars');
  expect(newItemFields({ ...NO_ITEM, markup: '$7', isActive: false, lowStock: '3' }, [])).toMatchObject({
    markupDollars: 7,
    isActive: false,
    lowStock: 3,
  });
});

test('what members pay is known while price and markup are amounts', () => {
  expect(finalPriceText('$18.50', '15')).toBe('$34.00');
  expect(finalPriceText('cheap', '15')).toBe(null);
  expect(finalPriceText('18', '')).toBe(null);
});

test.each([
  ['3.5G', 'Flower', 'Eighth'],
  ['1G', 'Carts', '1g Cart'],
  ['100mg', 'Edibles', '100mg'],
  ['', 'Flower', null],
  ['large', 'Accessories', null],
])('for the size "%s" in %s the label %s is offered', (size, category, label) => {
  const tags = ['Breakdown = 14G'];
  expect(typedFittingLabel({ ...NO_ITEM, name: 'Fern', size, category, tags })).toBe(label);
});

test.each([
  ['Fern - 3.5G', '3.5g', 'Fern'],
  ['Fern 3.5G', '3.5G', 'Fern'],
  ['Fern (1G', '1G', 'Fern'],
  ['Fern - Peach', '3.5G', null],
  ['Fern 13.5G', '3.5G', null],
  ['3.5G', '3.5G', null],
  ['Fern', '', null],
])('the name "%s" without its size "%s" is %j', (name, size, family) => {
  expect(nameWithoutSize(name, size)).toBe(family);
});

test.each([
  ['Sunset Haze - 3.5G', '3.5G'],
  ['Sunset Haze 7g ', '7g'],
  ['Gummies 100mg', '100mg'],
  ['3.5G', null],
  ['7G Sunset', null],
  ['Sunset Haze', null],
])('the name "%s" ends with the size %j', (name, size) => {
  expect(sizeInName(name)).toBe(size);
});

test.each([null, '7G', 'large'])('another size of "Fern - 7G" with the size %j begins without it', (size) => {
  const fern = { ...item, name: 'Fern - 7G', size };
  expect(startOf(fern, typedItem(fern), 'size')).toMatchObject({ family: 'Fern', typed: { name: 'Fern', size: '' } });
});

test('another size of a family has the size at the end of its name', () => {
  expect(nameInSize('Fern', ' 7G ')).toBe('Fern - 7G');
  expect(nameInSize('Fern', '')).toBe('Fern');
});
