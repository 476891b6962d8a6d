import { create } from 'zustand';
import type { StockReason } from '#domain/inventory-plan-stock.ts';

/** The item whose stock is open, and the control that opened it. */
interface Opened {
  id: number;
  control: HTMLElement;
  /** The text that was typed on the control, and begins the new figure. */
  text: string | null;
}

interface StockState {
  opened: Opened | null;
  /** The reason that was chosen last in this tab. */
  reason: StockReason | null;
}

/** Kept apart from the rows: a row that leaves the screen must not take what is typed with it. */
export const useOpenStock = create<StockState>(() => ({ opened: null, reason: null }));

/** Opens the stock of an item: at its control, on a phone in a sheet. */
export const openStock = (id: number, control: HTMLElement, text: string | null = null): void =>
  useOpenStock.setState({ opened: { id, control, text } });

export const closeStock = (): void => useOpenStock.setState({ opened: null });
export const keepReason = (reason: StockReason): void => useOpenStock.setState({ reason });
