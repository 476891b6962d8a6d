import { expect, test } from 'vitest';
import { OPENING_STEPS, type OpeningState, type OpeningStep } from '#contract/opening.ts';
import type { Setting } from '#contract/settings.admin.ts';
import {
  endText,
  FIELD_HINTS,
  invitationText,
  isLeftEmpty,
  nextStep,
  OPENING_SETTINGS,
  progressText,
  reachOf,
  STEPS,
  settledCount,
  summaryOf,
  whatFollows,
} from './steps.ts';

/** The steps of a shop in which these are not open. */
const steps = (settled: Partial<Record<OpeningStep, OpeningState>>) =>
  OPENING_STEPS.map((step) => ({ step, state: settled[step] ?? 'open' }));

const settings = (values: Record<string, string | null>): Setting[] =>
  OPENING_SETTINGS.map((name) => ({
    name,
    section: 'shop',
    value: values[name] ?? null,
    isSet: false,
    source: 'default',
    secret: false,
    default: null,
    pending: null,
    updatedAt: null,
    updatedBy: null,
  }));

const ALL = Object.fromEntries(OPENING_STEPS.map((step) => [step, 'done'] as const));

test.each<[string, Partial<Record<OpeningStep, OpeningState>>, OpeningStep, OpeningStep | null]>([
  ['the next one', { name: 'done' }, 'name', 'chat'],
  ['the next one that is open', { name: 'done', chat: 'skipped', payment: 'done' }, 'name', 'shipping'],
  ['the next one, also if an earlier one was left', { payment: 'done' }, 'payment', 'shipping'],
  ['after the last one, the first that was left', { look: 'done', name: 'skipped' }, 'look', 'chat'],
  ['before it, if nothing is left after it', { ...ALL, chat: 'open' }, 'rules', 'chat'],
  ['none, if nothing is left', ALL, 'look', null],
])('after a step comes %s', (_what, settled, after, next) => {
  expect(nextStep(steps(settled), after)).toBe(next);
});

test('a step that was skipped is behind the owner like one that is done', () => {
  expect(settledCount(steps({}))).toBe(0);
  expect(settledCount(steps({ name: 'done', look: 'skipped' }))).toBe(2);
});

test.each<[OpeningStep, Record<string, string | null>, boolean]>([
  ['chat', {}, true],
  ['chat', { TELEGRAM_SELLER: 'night_leaf' }, false],
  ['payment', { LTC_ADDRESS: 'ltc1q' }, false],
  ['payment', {}, true],
  ['shipping', {}, false],
])('the step %s saved with %j is left for later: %s', (step, values, isLeft) => {
  expect(isLeftEmpty(step, settings(values))).toBe(isLeft);
});

test('a step that was skipped does not count as done', () => {
  expect(progressText(steps({}))).toBe('0 of 8 steps done');
  expect(progressText(steps({ name: 'done', look: 'skipped' }))).toBe('1 of 8 steps done, 1 skipped');
});

test.each<
  [string, Partial<Record<OpeningStep, OpeningState>>, { products: number; isPaused: boolean }, string, RegExp]
>([
  ['all is done', ALL, { products: 3, isPaused: false }, 'Your shop is open', /^The door is open/],
  [
    'a step that nobody needs was left',
    { ...ALL, name: 'skipped' },
    { products: 3, isPaused: false },
    'Your shop is open',
    /^The door is open/,
  ],
  [
    'members cannot pay',
    { ...ALL, payment: 'skipped' },
    { products: 3, isPaused: false },
    'Almost open',
    /Members see no address to pay to yet\.$/,
  ],
  ['there are no products', ALL, { products: 0, isPaused: false }, 'Almost open', /^The shelves are empty/],
  ['orders are paused', ALL, { products: 3, isPaused: true }, 'Almost open', /^Orders are paused/],
])(
  'if %s, the headline of the end agrees with what is left to do',
  (_what, settled, { products, isPaused }, title, text) => {
    expect(endText({ steps: steps(settled), products }, isPaused)).toEqual({
      title,
      text: expect.stringMatching(text),
    });
  },
);

test('every step has a name, and no setting is asked for twice', () => {
  expect(OPENING_STEPS.map((step) => STEPS[step].title)).toEqual([
    'Name and logo',
    'Chat',
    'Payment',
    'Shipping',
    'Products',
    'Rules',
    'The door',
    'A look',
  ]);
  expect(new Set(OPENING_SETTINGS).size).toBe(OPENING_SETTINGS.length);
});

test.each<[OpeningStep, Record<string, string | null>, string]>([
  ['name', { SHOP_NAME: 'Night Leaf' }, 'Night Leaf'],
  ['chat', { TELEGRAM_SELLER: 'night_leaf' }, '@night_leaf'],
  ['chat', {}, 'No seller yet'],
  ['chat', { TELEGRAM_GROUP_URL: 'https://t.me/night' }, 'Your group, no seller yet'],
  ['payment', { BTC_ADDRESS: 'bc1q' }, 'Bitcoin'],
  ['payment', { BTC_ADDRESS: 'bc1q', LTC_ADDRESS: 'ltc1q' }, 'Bitcoin and Litecoin'],
  ['payment', { BTC_XPUB: 'zpub', LTC_ADDRESS: 'ltc1q' }, 'Bitcoin and Litecoin'],
  ['payment', {}, 'No address yet'],
  ['shipping', { SHIPPING_STANDARD: '15', SHIPPING_EXPRESS: '25.5' }, '$15.00 or $25.50'],
  ['rules', { MINIMUM_AGE: '21', MEMBERS_NEED_APPROVAL: 'off' }, '21 and older'],
  [
    'rules',
    { MINIMUM_AGE: '18', MEMBERS_NEED_APPROVAL: 'on', PURCHASE_LIMITS: 'flower=28g/1d; edible=800mg/3d' },
    '18 and older, approved by you, 2 limits',
  ],
  ['products', {}, 'No products yet'],
  ['products', { INVENTORY_FEED_URL: 'https://feed.example' }, 'Feed connected'],
  ['door', {}, 'The first code stays'],
  ['look', {}, 'You walked in'],
])('the step %s says what it has set: %j', (step, values, summary) => {
  expect(summaryOf(step, settings(values), { products: 0, door: null })).toBe(summary);
});

test('a wallet that waits is set', () => {
  const pending = { value: 'ltc1q', from: '2030-01-01T00:00:00.000Z', by: 'admin' };
  const waiting = settings({}).map((each) => (each.name === 'LTC_ADDRESS' ? { ...each, pending } : each));
  expect(summaryOf('payment', waiting, { products: 0, door: null })).toBe('Litecoin');
});

test('the shelves and the door say what is there', () => {
  const none = settings({});
  expect(summaryOf('products', none, { products: 1, door: null })).toBe('1 product');
  expect(summaryOf('products', none, { products: 1200, door: null })).toBe('1,200 products');
  const ofDoor = (door: 'code' | 'invite' | 'account') => summaryOf('door', none, { products: 0, door });
  expect([ofDoor('code'), ofDoor('invite'), ofDoor('account')]).toEqual([
    'Access code set',
    'First invite made',
    'You have members',
  ]);
});

test('every hint is about a field of the opening, and names no variable', () => {
  for (const [name, hint] of Object.entries(FIELD_HINTS)) {
    expect(OPENING_SETTINGS).toContain(name);
    expect(hint).not.toMatch(/[A-Z]{2,}|`/);
  }
});

test('the end says what happens next in this shop', () => {
  expect(whatFollows(settings({}), { products: 0 })).toEqual([
    'You put products on the shelves. There is nothing to order yet.',
    'Your members open the address, enter the code and register.',
    'You find the order in Overview, and ship it.',
  ]);
  const shop = { MEMBERS_NEED_APPROVAL: 'on', TELEGRAM_SELLER: 'night_leaf', LTC_ADDRESS: 'ltc1q' };
  expect(whatFollows(settings(shop), { products: 12 })).toEqual([
    'Your members open the address, enter the code and register.',
    'You approve each of them, under Users. Until then they can look around.',
    'They choose from 12 products and confirm their order.',
    'They pay in Litecoin and write to you, @night_leaf.',
    'You find the order in Overview, and ship it.',
  ]);
});

test.each<[string, ReturnType<typeof reachOf>]>([
  ['localhost', 'computer'],
  ['127.0.0.1', 'computer'],
  ['[::1]', 'computer'],
  ['192.168.1.20', 'network'],
  ['10.0.0.7', 'network'],
  ['172.20.0.2', 'network'],
  ['shop.local', 'network'],
  ['172.40.0.2', null],
  ['10.example', null],
  ['nightleaf.example', null],
])('an address at %s is for: %s', (hostname, reach) => {
  expect(reachOf(hostname)).toBe(reach);
});

test('the message has the code only if it was just made', () => {
  const shop = { name: 'Night Leaf', address: 'https://night.example' };
  const message = invitationText({ ...shop, code: 'fern-tide' });
  for (const part of ['Night Leaf', 'https://night.example', 'access code: fern-tide']) expect(message).toContain(part);
  expect(invitationText({ ...shop, code: null })).toContain('2. Enter the access code that I send you separately');
});
