import { expect, test } from 'vitest';
import { OPENING_STEPS, type OpeningState, type OpeningStep } from '#contract/opening.ts';
import type { Setting } from '#contract/settings.admin.ts';
import { invitationText, nextStep, OPENING_SETTINGS, STEPS, settledCount, summaryOf } from './steps.ts';

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

test.each<[OpeningStep, Record<string, string | null>, string | null]>([
  ['name', { SHOP_NAME: 'Night Leaf' }, 'Night Leaf'],
  ['chat', { TELEGRAM_SELLER: 'night_leaf' }, '@night_leaf'],
  ['chat', {}, 'No seller yet'],
  ['payment', { BTC_ADDRESS: 'bc1q' }, 'Bitcoin'],
  ['payment', { BTC_ADDRESS: 'bc1q', LTC_ADDRESS: 'ltc1q' }, 'Bitcoin and Litecoin'],
  ['payment', {}, 'No address yet'],
  ['shipping', { SHIPPING_STANDARD: '15', SHIPPING_EXPRESS: '25.5' }, '$15.00 or $25.50'],
  ['rules', { MINIMUM_AGE: '21', MEMBERS_NEED_APPROVAL: 'off' }, '21 and older'],
  [
    'rules',
    { MINIMUM_AGE: '18', MEMBERS_NEED_APPROVAL: 'on', PURCHASE_LIMITS: 'flower=28g/1d; edible=800mg/3d' },
    '18 and older, approved by you, 2 limits',
  ],
  ['products', {}, null],
  ['door', {}, null],
  ['look', {}, null],
])('the step %s says what it has set: %j', (step, values, summary) => {
  expect(summaryOf(step, settings(values))).toBe(summary);
});

test('the message has the code only if it was just made', () => {
  const shop = { name: 'Night Leaf', address: 'https://night.example' };
  const message = invitationText({ ...shop, code: 'fern-tide' });
  for (const part of ['Night Leaf', 'https://night.example', 'access code: fern-tide']) expect(message).toContain(part);
  expect(invitationText({ ...shop, code: null })).toContain('2. Enter the access code that I send you separately');
});
