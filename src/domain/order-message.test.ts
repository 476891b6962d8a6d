import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHAT_LINK_MAX_LENGTH } from './chat-link.ts';
import { type OrderForChat, orderChatLink, orderMessage } from './order-message.ts';

const order: OrderForChat = {
  number: 1042,
  lines: [
    { productName: 'Blue Dream Cart', quantity: 2, totalCents: 7000 },
    { productName: 'Sour Haze', quantity: 1, totalCents: 3500 },
  ],
  points: 0,
  pointsDiscountCents: 0,
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

  test('names the discount if points were spent', () => {
    const text = orderMessage({ ...order, points: 1730, pointsDiscountCents: 1730, totalCents: 10_270 });
    expect(text).toContain('\nDiscount: -$17.30 (1,730 points)\nShipping: ');
  });

  test('has no line for notes if there are none', () => {
    expect(orderMessage({ ...order, notes: '  ' })).toMatch(/\nTotal: \$120\.00$/);
  });

  test('leaves out spaces around the notes', () => {
    expect(orderMessage({ ...order, notes: ' Ring twice.\n' })).toMatch(/\nNotes: Ring twice\.$/);
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
    const link = new URL(orderChatLink('greenroom_seller', order));
    expect(link.origin + link.pathname).toBe('https://t.me/greenroom_seller');
    expect(textOf(link.href)).toBe(orderMessage(order));
  });

  test('contains 50 usual lines completely', () => {
    expect(textOf(orderChatLink('seller', withLines(50)))).toBe(orderMessage(withLines(50)));
  });

  test('refers to the receipt for the lines that do not fit', () => {
    const link = orderChatLink('seller', withLines(200));
    const lines = textOf(link).split('\n');
    const shown = lines.filter((line) => line.startsWith('2 x ')).length;
    expect(lines).toContain(`... and ${200 - shown} more lines, see receipt #1042`);
    expect(lines).toContain('Total: $120.00');
    expect(lines).toContain('Notes: Please ring twice.');
    expect(shown).toBeGreaterThan(50);
    expect(link.length).toBeGreaterThan(CHAT_LINK_MAX_LENGTH - 100);
  });

  test('shortens long notes before it hides lines', () => {
    const text = textOf(orderChatLink('seller', { ...withLines(20), notes: 'Süß und sauer. '.repeat(400) }));
    expect(text.match(/^2 x /gm)).toHaveLength(20);
    expect(text).not.toContain('more line');
    expect(text).toMatch(/Notes: Süß und sauer\. .*\.\.\.$/);
  });

  test('has the whole message up to the very limit, and shortens the notes of a message that is one character longer', () => {
    const withNotes = (length: number): OrderForChat => ({ ...order, notes: 'x'.repeat(length) });
    const longest = CHAT_LINK_MAX_LENGTH - orderChatLink('seller', withNotes(1)).length + 1;
    expect(orderChatLink('seller', withNotes(longest))).toHaveLength(CHAT_LINK_MAX_LENGTH);
    expect(textOf(orderChatLink('seller', withNotes(longest)))).toBe(orderMessage(withNotes(longest)));
    expect(textOf(orderChatLink('seller', withNotes(longest + 1)))).toMatch(/\nNotes: x+\.\.\.$/);
  });

  test.each([
    ['of 1,000 characters complete', 'x'.repeat(1000), 'x'.repeat(1000)],
    ['of 1,001 characters cut to 1,000', 'x'.repeat(1001), `${'x'.repeat(997)}...`],
    ['cut between encoded characters', 'ü'.repeat(400), `${'ü'.repeat(166)}...`],
    ['without a space before the cut', `${'x'.repeat(994)} ${'x'.repeat(100)}`, `${'x'.repeat(994)}...`],
  ])('keeps notes %s if the lines do not fit', (_, notes, kept) => {
    const text = textOf(orderChatLink('seller', { ...withLines(200), notes }));
    expect(text.split('\nNotes: ')[1]).toBe(kept);
  });

  test('shows as many lines as fit', () => {
    const count = 300;
    for (let length = 1; length <= 40; length += 1) {
      const long = withLines(count, 'x'.repeat(length));
      const link = orderChatLink('seller', long);
      expect(link.length).toBeLessThanOrEqual(CHAT_LINK_MAX_LENGTH);
      const text = textOf(link);
      const shown = text.match(/^2 x /gm)!.length;
      const oneMore = text
        .replace(/^\.\.\. and/m, `2 x ${'x'.repeat(length)}, $70.00\n$&`)
        .replace(`${count - shown} more`, `${count - shown - 1} more`);
      const longer = `https://t.me/seller?text=${encodeURIComponent(oneMore)}`;
      expect(longer.length).toBeGreaterThan(CHAT_LINK_MAX_LENGTH);
    }
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
          const link = orderChatLink('seller', { ...order, lines, notes });
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
    expect(textOf(orderChatLink('seller', { ...order, notes: 'broken \ud83c' }))).toContain('Notes: broken \uFFFD');
  });
});
