import { expect, test } from 'vitest';
import { aboutSetting, SETTING_NAMES, SETTING_SECTIONS } from '#contract/setting-list.ts';
import { findSettings, groupsOf, SECTIONS } from './sections.ts';
import { isNamed, lookOf, sentenceParts } from './setting-fields.ts';

test('the twelve sections have their headings', () => {
  expect(SETTING_SECTIONS.map((section) => SECTIONS[section].label)).toEqual([
    ...['Shop', 'Shipping', 'Payment', 'Chat', 'Members', 'Limits', 'Points', 'Stock', 'Feed', 'Backups', 'Security'],
    'Operator',
  ]);
});

test('every setting is in one group of its section, and every managed one has a name for people', () => {
  for (const section of SETTING_SECTIONS) {
    const shown = groupsOf(section).flatMap(({ names, readOnly }) => [...names, ...readOnly]);
    const listed = SETTING_NAMES.filter(
      (name) => aboutSetting(name).section === section && !aboutSetting(name).unlisted,
    );
    expect([...shown].sort()).toEqual([...listed].sort());
  }
  expect(SETTING_NAMES.filter((name) => aboutSetting(name).managed && !isNamed(name))).toEqual([]);
  const labels = SETTING_NAMES.filter(isNamed).map((name) => lookOf(name).label);
  expect(new Set(labels).size).toBe(labels.length);
});

test.each([
  ['express', 'Express shipping'],
  ['SHIPPING_EXPRESS', 'Express shipping'],
  ['ltc_addr', 'Litecoin address'],
  ['low stock', 'Low stock at'],
  ['wallet', 'Bitcoin address'],
  ['wallet delay', 'WALLET_DELAY_HOURS'],
  ['send bitcoin', 'Bitcoin address'],
  ['exchange', 'Exchange rates'],
  ['holiday', 'Notice while closed'],
  ['port of pages', 'PORT'],
  ['price', 'Price jump'],
  ['shipping price', 'Standard shipping'],
  ['age', 'Minimum age'],
])('a search for "%s" begins with %s', (typed, label) => {
  expect(findSettings(typed)[0]?.label).toBe(label);
});

test('a search finds beginnings of words, not middles', () => {
  expect(findSettings('age').map(({ label }) => label)).not.toContain('PORT');
  const ofPrices = findSettings('price').map(({ label }) => label);
  expect(ofPrices).toEqual(expect.arrayContaining(['Standard shipping', 'Express shipping', 'Exchange rates']));
});

test('a search for what is not there finds nothing', () => {
  expect(findSettings('')).toEqual([]);
  expect(findSettings('xyzzy')).toEqual([]);
});

test('a sentence loses its links and keeps its code apart', () => {
  expect(sentenceParts('Only [behind a proxy](docs/operations.md), with `on`.')).toEqual([
    { text: 'Only behind a proxy, with ', isCode: false },
    { text: 'on', isCode: true },
    { text: '.', isCode: false },
  ]);
});
