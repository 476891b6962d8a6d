import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { type Payable, type UnpaidOrder, unpaidBy } from '#domain/unpaid-orders.ts';
import { localStore } from '../../browser/safe-storage.ts';

interface Unpaid {
  member: string;
  orders: readonly UnpaidOrder[];
}

/**
 * The member's unpaid orders, as far as this page or an earlier one on this device knows them. So the line is there
 * with the first picture of a page, and costs no request of its own.
 */
const useStored = create<Unpaid>()(
  persist((): Unpaid => ({ member: '', orders: [] }), {
    name: 'greenroom-unpaid',
    storage: createJSONStorage(() => localStore),
  }),
);

const NONE: readonly UnpaidOrder[] = [];

export const useUnpaidOrders = (member: string): readonly UnpaidOrder[] =>
  useStored((stored) => (stored.member === member ? stored.orders : NONE));

/** Of these receipts the page knows what is so now. The others stay as they are. */
export const correctUnpaidOrders = (member: string, receipts: readonly Payable[], now: number): void => {
  const { member: known, orders } = useStored.getState();
  if (known === member) noteUnpaidOrders(member, unpaidBy(orders, receipts, now));
};

export const noteUnpaidOrders = (member: string, orders: readonly UnpaidOrder[]): void => {
  const stored = useStored.getState();
  if (stored.member === member && JSON.stringify(stored.orders) === JSON.stringify(orders)) return;
  useStored.setState({ member, orders });
};
