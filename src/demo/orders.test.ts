import { expect, test } from 'vitest';
import { canMove } from '#domain/receipt-state.ts';
import { demoProducts } from './catalogue.ts';
import { DEMO_ORDERS, type DemoOrder, SCARCE_STOCK } from './index.ts';

test('every demo order belongs to another member', () => {
  expect(new Set(DEMO_ORDERS.map(({ username }) => username)).size).toBe(DEMO_ORDERS.length);
});

test.each(DEMO_ORDERS)('the receipt of $username only takes steps that a receipt may take', ({ steps }) => {
  const states = ['awaiting_payment', ...steps] as const;
  for (const [i, to] of steps.entries()) expect(canMove(states[i]!, to)).toBe(true);
});

test('the demo has enough scarce and plentiful products for its orders', () => {
  const products = demoProducts(0);
  const scarce = products.filter(({ qty }) => qty <= SCARCE_STOCK).length;
  const stock = { scarce, plenty: products.length - scarce };
  const ordered = (of: DemoOrder['of']): number =>
    DEMO_ORDERS.filter((order) => order.of === of).reduce((sum, { lines }) => sum + lines, 0);
  for (const of of ['scarce', 'plenty'] as const) {
    expect(ordered(of)).toBeGreaterThan(0);
    expect(stock[of]).toBeGreaterThan(ordered(of));
  }
});
