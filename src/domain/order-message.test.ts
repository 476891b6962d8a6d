import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHAT_LINK_MAX_LENGTH, chatLink, type OrderForChat, orderMessage } from './order-message.ts';

const order: OrderForChat = {
  number: 1042,
  lines: [
    { productName: 'Blue Dream Cart', quantity: 2, totalCents: 7000 },
    { productName: 'Sour Haze', quantity: 1, totalCents: 3500 },
  ],
  shippingOption: 'standard',
  shippingCents: 1500,
  totalCents: 12_000,
  notes: 'Please ring twice.',
};

const withLines = (count: number, productName = 'Granddaddy Purple (GDP) - Shatter'): OrderForChat => ({
  ...order,
  lines: Array.from({ length: count }, () => ({ productName, quantity: 2, totalCents: 7000 })),
});
const textOf = (link: string) => new URL(link).searchParams.get('text') ?? '';

describe('the message to the seller', () => {
  test('names number, lines, shipping, total and notes', () => {
    expect(orderMessage(order)).toBe(
      [
        'Order #1042',
        '2 x Blue Dream Cart, $70.00',
        '1 x Sour Haze, $35.00',
        'Shipping: standard (4-6 business days), $15.00',
        'Total: $120.00',
        'Notes: Please ring twice.',
      ].join('\n'),
    );
  });

  test('has no line for notes if there are none', () => {
    expect(orderMessage({ ...order, notes: '  ' })).not.toContain('Notes');
  });

  test('says how long express takes', () => {
    expect(orderMessage({ ...order, shippingOption: 'express', shippingCents: 2500 })).toContain(
      'Shipping: express (2-3 business days), $25.00',
    );
  });

  test('keeps a product name on one line', () => {
    expect(orderMessage(withLines(1, ' Blue\n Dream '))).toContain('2 x Blue Dream, $70.00');
  });
});

describe('the link to the chat', () => {
  test('opens the chat with the seller with the message filled in', () => {
    const link = new URL(chatLink('greenroom_seller', order));
    expect(link.origin + link.pathname).toBe('https://t.me/greenroom_seller');
    expect(textOf(link.href)).toBe(orderMessage(order));
  });

  test('contains 50 usual lines completely', () => {
    expect(textOf(chatLink('seller', withLines(50)))).toBe(orderMessage(withLines(50)));
  });

  test('refers to the receipt for the lines that do not fit', () => {
    const link = chatLink('seller', withLines(200));
    const lines = textOf(link).split('\n');
    const shown = lines.filter((line) => line.startsWith('2 x ')).length;
    expect(lines).toContain(`... and ${200 - shown} more lines, see receipt #1042`);
    expect(lines).toContain('Total: $120.00');
    expect(lines).toContain('Notes: Please ring twice.');
    expect(shown).toBeGreaterThan(50);
    expect(link.length).toBeGreaterThan(CHAT_LINK_MAX_LENGTH - 100);
  });

  test('shortens long notes before it hides lines', () => {
    const text = textOf(chatLink('seller', { ...withLines(20), notes: 'Süß und sauer. '.repeat(400) }));
    expect(text.match(/^2 x /gm)).toHaveLength(20);
    expect(text).toMatch(/Notes: Süß und sauer\. .*\.\.\.$/);
  });

  test('is never longer than the limit and always carries number, shipping and total', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            productName: fc.string({ unit: 'binary', maxLength: 200 }),
            quantity: fc.integer({ min: 1, max: 100_000 }),
            totalCents: fc.nat(10 ** 12),
          }),
          { maxLength: 60 },
        ),
        fc.string({ unit: 'binary', maxLength: 2000 }),
        (lines, notes) => {
          const link = chatLink('seller', { ...order, lines, notes });
          expect(link.length).toBeLessThanOrEqual(CHAT_LINK_MAX_LENGTH);
          const text = textOf(link);
          expect(text).toMatch(/^Order #1042$/m);
          expect(text).toMatch(/^Shipping: standard .*\$15\.00$/m);
          expect(text).toMatch(/^Total: \$120\.00$/m);
        },
      ),
    );
  });

  test('replaces half a character', () => {
    expect(textOf(chatLink('seller', { ...order, notes: 'broken \ud83c' }))).toContain('Notes: broken \uFFFD');
  });
});
