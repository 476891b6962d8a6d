import { expect, test } from 'vitest';
import { SETTING_SECTIONS } from '#contract/about-setting.ts';
import { aboutSetting, SETTING_NAMES } from '#contract/setting-list.ts';
import { answersTo, findSettings } from './find-settings.ts';
import { groupsOf, SECTIONS } from './sections.ts';
import { helpOf, inWords, isNamed, lookOf, placeholderOf, sentenceParts } from './setting-fields.ts';

test('the twelve sections have their headings', () => {
  expect(SETTING_SECTIONS.map((section) => SECTIONS[section].label)).toEqual([
    ...['Shop', 'Shipping', 'Payment', 'Chat', 'Members', 'Limits', 'Points', 'Stock', 'Feed', 'Backups', 'Security'],
    'Operator',
  ]);
});

test('every setting is in one group of its section and has a name for people', () => {
  for (const section of SETTING_SECTIONS) {
    const shown = groupsOf(section).flatMap(({ names, readOnly }) => [...names, ...readOnly]);
    const listed = SETTING_NAMES.filter(
      (name) => aboutSetting(name).section === section && !aboutSetting(name).unlisted,
    );
    expect([...shown].sort()).toEqual([...listed].sort());
  }
  expect(SETTING_NAMES.filter((name) => !aboutSetting(name).unlisted && !isNamed(name))).toEqual([]);
  const labels = SETTING_NAMES.filter(isNamed).map((name) => lookOf(name).label);
  expect(new Set(labels).size).toBe(labels.length);
});

test.each([
  ['express', 'Express shipping'],
  ['SHIPPING_EXPRESS', 'Express shipping'],
  ['ltc_addr', 'Litecoin address'],
  ['low stock', 'Low stock at'],
  ['wallet', 'Bitcoin address'],
  ['wallet delay', 'Wallet changes wait'],
  ['WALLET_DELAY_HOURS', 'Wallet changes wait'],
  ['send bitcoin', 'Bitcoin address'],
  ['exchange', 'Exchange rates'],
  ['holiday', 'Notice while closed'],
  ['port of pages', 'Port'],
  ['price', 'Prices of products'],
  ['password', 'Your password'],
  ['invite', 'Invites'],
  ['shipping price', 'Standard shipping'],
  ['age', 'Minimum age'],
  ['2fa', 'Your passkeys'],
  ['daily limit', 'Purchase limits'],
  ['vacation', 'Notice while closed'],
  ['opening hours', 'Notice while closed'],
  ['telegram bot', 'Order webhook'],
  ['staff', 'Roles of people in the panel'],
  ['two-factor', 'Your passkeys'],
  ['logo', 'Logo'],
  ['theme', 'Accent'],
  ['currency', 'Exchange rates'],
  ['tax', 'Prices of products'],
  ['delivery', 'Delivery addresses'],
  ['crypto wallet', 'Bitcoin address'],
  ['signal', 'Seller on Telegram'],
  ['telegram', 'Seller on Telegram'],
  ['export', 'Export orders as CSV'],
  ['discount', 'Discount for more pieces'],
])('a search for "%s" begins with %s', (typed, label) => {
  expect(findSettings(typed)[0]?.label).toBe(label);
});

test.each([
  ['language', /English only/],
  ['dark mode', /chooses dark or light/],
  ['coupon', /no coupons/],
  ['promo code', /no coupons/],
  ['e-mail', /no e-mails/],
  ['currency', /US dollars/],
])('a search for "%s", which nobody sets, is answered', (typed, answer) => {
  expect(answersTo(typed)).toEqual([expect.stringMatching(answer)]);
});

test.each(['', 'a', 'code', 'shop name', 'access code'])('a search for "%s" needs no answer', (typed) => {
  expect(answersTo(typed)).toEqual([]);
});

test('a search for the second factor also finds what the panel asks of everybody', () => {
  expect(findSettings('2fa').map(({ label }) => label)).toContain('Passkeys in the panel');
});

test('an empty field shows a default or an example, and says which', () => {
  expect(placeholderOf('SHIPPING_STANDARD', '15')).toBe('Default: 15');
  expect(placeholderOf('RATE_URL')).toBe('e.g. https://rates.example/usd.json');
  expect(placeholderOf('ORDER_WEBHOOK_SECRET')).toBeUndefined();
});

test('a search finds beginnings of words, not middles', () => {
  expect(findSettings('age').map(({ label }) => label)).not.toContain('Port');
  const ofPrices = findSettings('price').map(({ label }) => label);
  expect(ofPrices).toEqual(expect.arrayContaining(['Standard shipping', 'Express shipping', 'Exchange rates']));
});

test('names come before other words, these before sentences, and what only the operator sets comes last', () => {
  const ofPrices = findSettings('price').map(({ label }) => label);
  expect(ofPrices.slice(0, 4)).toEqual(['Prices of products', 'Price jump', 'Standard shipping', 'Express shipping']);
  expect(ofPrices.indexOf('Feed address')).toBeGreaterThan(ofPrices.indexOf('Exchange rates'));
  const ofPasswords = findSettings('password').map(({ label, place }) => `${label} · ${place}`);
  expect(ofPasswords[0]).toBe('Your password · My account');
  expect(ofPasswords.at(-1)).toBe("First administrator's password · Operator");
});

test('the settings of the operator stand under headings, all of them', () => {
  const groups = groupsOf('operator');
  expect(groups.length).toBeGreaterThan(3);
  for (const { title, readOnly } of groups) {
    expect(title).toBeTruthy();
    expect(readOnly.length, title).toBeLessThan(6);
  }
});

test('a search for what is not there finds nothing', () => {
  expect(findSettings('')).toEqual([]);
  expect(findSettings('xyzzy')).toEqual([]);
});

test('no sentence of a setting names a variable, and sentences of the server get the names of fields', () => {
  for (const name of SETTING_NAMES) expect(inWords(helpOf(name)), name).toBe(helpOf(name));
  expect(inWords('PANEL_PASSKEYS and PORT need PUBLIC_URL, not a PIN.')).toBe(
    'Passkeys in the panel and Port need Address of the shop, not a PIN.',
  );
});

test('a sentence loses its links and keeps its code apart', () => {
  expect(sentenceParts('Only [behind a proxy](docs/operations.md), with `on`.')).toEqual([
    { text: 'Only behind a proxy, with ', isCode: false },
    { text: 'on', isCode: true },
    { text: '.', isCode: false },
  ]);
});
