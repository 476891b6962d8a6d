import type { ShippingOption } from '#domain/constants.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';

/** An order of a demo member. */
export interface DemoOrder {
  readonly username: string;
  /** The member orders all pieces of scarce products, or one piece each of plentiful ones. */
  readonly of: 'scarce' | 'plenty';
  /** The number of products. */
  readonly lines: number;
  readonly shipping: ShippingOption;
  readonly notes: string;
  /** The states that the receipt goes through after it was confirmed. */
  readonly steps: readonly ReceiptStatus[];
}

/** The member types of some of them. All others have the usual one. */
export const DEMO_TYPES: Readonly<Partial<Record<string, string>>> = {
  alder: 'Gold',
  birch: 'Gold',
  clover: 'Medical',
  juniper: 'Gold',
  kestrel: 'Medical',
};

/** Dollars per coin at the demo's first start. */
export const DEMO_RATES = { BTC: '64000.00', LTC: '82.00' } as const;

/** The orders of the demo's members (behavior 1.8). They take the last pieces of some products, which are then sold out. */
export const DEMO_ORDERS: readonly DemoOrder[] = [
  { username: 'juniper', of: 'scarce', lines: 3, shipping: 'standard', notes: 'Back on Friday.', steps: ['paid'] },
  { username: 'marlow', of: 'scarce', lines: 3, shipping: 'express', notes: '', steps: [] },
  {
    username: 'wren',
    of: 'plenty',
    lines: 2,
    shipping: 'standard',
    notes: '',
    steps: ['paid', 'shipped', 'completed'],
  },
];

/** A product of which at most this many pieces are in stock counts as scarce in a demo order. */
export const SCARCE_STOCK = 3;
