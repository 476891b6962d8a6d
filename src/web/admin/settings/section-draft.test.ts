import { expect, test } from 'vitest';
import {
  changesOf,
  type Edits,
  hasMoved,
  type SavedValues,
  sortProblems,
  withEdit,
  withoutEdits,
} from './section-draft.ts';

const SAVED: SavedValues = {
  SHOP_NAME: { value: 'Greenroom', canReset: false },
  SHIPPING_STANDARD: { value: '12', canReset: true },
  BTC_ADDRESS: { value: null, canReset: false },
  // A value of the panel that is not in force.
  PANEL_PASSKEYS: { value: 'optional', canReset: true },
  INVENTORY_FEED_TOKEN: { value: null, canReset: true, isSecret: true },
};
const typed = (values: Record<string, string | null>): Edits =>
  Object.entries(values).reduce((edits, [key, value]) => withEdit(edits, key, value, SAVED), {} as Edits);

test.each<[string, Record<string, string | null>, Record<string, string | null>]>([
  ['another value', { SHOP_NAME: 'Leaf' }, { SHOP_NAME: 'Leaf' }],
  ['spaces around a value are nothing', { SHOP_NAME: ' Greenroom ' }, {}],
  ['an empty field returns to the default', { SHIPPING_STANDARD: ' ' }, { SHIPPING_STANDARD: null }],
  ['an empty field that shows the default changes nothing', { SHOP_NAME: '' }, {}],
  ['a value that is not in force can be removed', { PANEL_PASSKEYS: null }, { PANEL_PASSKEYS: null }],
  ['a first value', { BTC_ADDRESS: 'bc1q' }, { BTC_ADDRESS: 'bc1q' }],
  ['a comma in a price is a point', { SHIPPING_STANDARD: '12,50' }, { SHIPPING_STANDARD: '12.50' }],
  ['the same price, written otherwise', { SHIPPING_STANDARD: '$12' }, {}],
  ['a link names the seller', { TELEGRAM_SELLER: 'https://t.me/night_leaf' }, { TELEGRAM_SELLER: 'night_leaf' }],
  ['a name leads to a group', { TELEGRAM_GROUP_URL: '@night' }, { TELEGRAM_GROUP_URL: 'https://t.me/night' }],
  ['an empty secret stays as it is', { INVENTORY_FEED_TOKEN: '' }, {}],
  ['a secret is replaced', { INVENTORY_FEED_TOKEN: 't' }, { INVENTORY_FEED_TOKEN: 't' }],
  ['a secret is removed', { INVENTORY_FEED_TOKEN: null }, { INVENTORY_FEED_TOKEN: null }],
])('only what changes is sent: %s', (_, values, changes) => {
  expect(changesOf(typed(values), SAVED)).toEqual(changes);
});

test('a value that somebody else saves in the meantime is noticed, and what was typed stays', () => {
  const edits = withEdit(typed({ SHIPPING_STANDARD: '1' }), 'SHIPPING_STANDARD', '15', SAVED);
  expect(hasMoved(edits, 'SHIPPING_STANDARD', SAVED)).toBe(false);
  const later = { ...SAVED, SHIPPING_STANDARD: { value: '20', canReset: true } };
  expect(hasMoved(edits, 'SHIPPING_STANDARD', later)).toBe(true);
  expect(changesOf(edits, later)).toEqual({ SHIPPING_STANDARD: '15' });
  expect(hasMoved(edits, 'SHIPPING_STANDARD', { ...SAVED, SHIPPING_STANDARD: { value: '15', canReset: true } })).toBe(
    false,
  );
  expect(withoutEdits(edits, ['SHIPPING_STANDARD'])).toEqual({});
});

test('the sentences of a refusal go to their fields without name and value, and all others to the section', () => {
  const name = 'SHOP_NAME="x" is not usable: it is too long.';
  const both = 'SHIPPING_STANDARD="a" is not usable: it must be a number. SHOP_NAME is fine.';
  expect(sortProblems([name, both, 'Later'], Object.keys(SAVED))).toEqual({
    fields: { SHOP_NAME: 'It is too long.', SHIPPING_STANDARD: 'It must be a number. Shop name is fine.' },
    section: 'Later',
  });
  expect(sortProblems(['PORT belongs to the operator.'], ['SHOP_NAME'])).toEqual({
    fields: {},
    section: 'Port belongs to the operator.',
  });
});

test.each([
  ['SHOP_ACCESS_CODE cannot be empty. Set a code.', 'It cannot be empty. Set a code.'],
  ['SHOP_ACCESS_CODE=… is not usable: it is too common.', 'It is too common.'],
  ['SHOP_ACCESS_CODE=required is not usable at this address: a name is needed.', 'A name is needed.'],
])('a sentence at its field names no variable: %s', (sentence, shown) => {
  expect(sortProblems([sentence], ['SHOP_ACCESS_CODE']).fields).toEqual({ SHOP_ACCESS_CODE: shown });
});
