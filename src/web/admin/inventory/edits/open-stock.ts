import { create } from 'zustand';
import type { StockReason } from '#domain/inventory-plan-stock.ts';

/** The item whose stock is open, and the control that opened it. */
interface Opened {
  id: number;
  control: HTMLElement;
}

interface StockState {
  opened: Opened | null;
  /** The reason that was chosen last. */
  reason: StockReason | null;
}

const NOTHING: StockState = { opened: null, reason: null };

/** Kept apart from the rows: a row that leaves the screen must not take what is typed with it. */
export const useOpenStock = create<StockState>(() => NOTHING);

/** Opens the stock of an item: at its control, on a phone in a sheet. */
export const openStock = (id: number, control: HTMLElement): void => useOpenStock.setState({ opened: { id, control } });

export const closeStock = (): void => useOpenStock.setState({ opened: null });
export const forgetStock = (): void => useOpenStock.setState(NOTHING);
export const keepReason = (reason: StockReason): void => useOpenStock.setState({ reason });
