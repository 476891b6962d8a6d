import { expect, test } from 'vitest';
import type { Unmeasured } from '#domain/unmeasured.ts';
import { limitsQuestion, ratesQuestion } from './save-questions.ts';

const group = (kind: Unmeasured['kind'], unit: Unmeasured['unit'], count: number): Unmeasured => ({
  kind,
  unit,
  count,
  items: [],
});

const unmeasured = [group('flower', 'g', 2), group('edible', 'mg', 1)];
const ask = (before: string | null, after: string | null) => limitsQuestion({ before, after }, unmeasured);

test('limits that stop a sale offer the usual amount, if there is one', () => {
  expect(ask('none', 'flower=28g/1d')).toMatchObject({
    title: 'Stop the sale of 2 products?',
    fix: { label: 'Count each as 3.5 g', value: 'flower=28g/1d?3.5g' },
  });
  expect(ask('none', 'vape=9g/1d;flower=28g/1d; edible=800mg/3d')).toMatchObject({
    title: 'Stop the sale of 3 products?',
    fix: { label: 'Count each as 3.5 g or 100 mg', value: 'vape=9g/1d; flower=28g/1d?3.5g; edible=800mg/3d?100mg' },
  });
  // Nobody knows what an edible weighs.
  const inGrams = limitsQuestion({ before: null, after: 'edible=7g/1d' }, [group('edible', 'g', 1)]);
  expect(inGrams?.title).toBe('Stop the sale of 1 product?');
  expect(inGrams?.fix).toBeUndefined();
});

test('limits that stop no sale ask nothing', () => {
  expect(ask('none', 'flower=28g/1d?3.5g')).toBeNull();
  expect(ask('flower=28g/1d', 'flower=14g/1d')).toBeNull();
  expect(ask(null, 'none')).toBeNull();
});

test('the end of all limits is asked for, whether none are set or those of the operator come back', () => {
  expect(ask('flower=28g/1d', 'none')).toMatchObject({
    title: 'End all purchase limits?',
    text: 'Members may then order what is in stock.',
  });
  expect(ask('flower=28g/1d', null)?.text).toMatch(/^Then the limits of the operator apply, if there are any/);
});

test('a rate that is far from the one before asks, and says what an order would cost', () => {
  const none = { BTC: null, LTC: null };
  const asked = ratesQuestion({ BTC: '65000', LTC: '80' }, { BTC: '650000', LTC: '81' }, 20);
  expect(asked).toMatchObject({ title: 'Is the Bitcoin rate right?', confirmLabel: 'Use $650,000.00' });
  expect(asked?.text).toBe(
    '$65,000.00 → $650,000.00, 10 times as much. An order of $100.00 would then cost 0.00015385 BTC instead of 0.00153847 BTC.',
  );
  expect(ratesQuestion({ BTC: '65000', LTC: '80' }, { BTC: '6500', LTC: '52' }, 20)).toMatchObject({
    title: 'Is the Bitcoin and the Litecoin rate right?',
    text: expect.stringMatching(/10 times less\..*\n.*35% less\./),
    confirmLabel: 'Use these rates',
  });
  expect(ratesQuestion({ BTC: '100', LTC: null }, { BTC: '120', LTC: null }, 20)).toBeNull();
  expect(ratesQuestion({ BTC: '100', LTC: null }, { BTC: '900', LTC: null }, 0)).toBeNull();
  expect(ratesQuestion(none, { BTC: '65000', LTC: '80' }, 20)).toBeNull();
  expect(ratesQuestion({ BTC: '65000', LTC: '80' }, none, 20)).toBeNull();
});
