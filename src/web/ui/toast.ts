import { create } from 'zustand';
import { type Store, sessionStore } from '../browser/safe-storage.ts';

export interface ToastContent {
  title: string;
  description?: string | undefined;
  kind?: 'default' | 'success' | 'error';
  /** One thing that can be done about it, such as Undo. */
  action?: { label: string; onSelect: () => void };
}

export interface ShownToast extends ToastContent {
  id: number;
}

/** Milliseconds a toast stays (specification §9). */
const TOAST_DURATION = 5000;
const CARRIED = 'greenroom-toast';
/** A carried toast older than this belongs to a visit that never arrived. */
const CARRIED_FOR = 30_000;

interface ToastState {
  shown: ShownToast | null;
  /** Where toasts can be shown: the page, and every open modal above it. The last one shows. */
  outlets: string[];
}

export const useToasts = create<ToastState>(() => ({ shown: null, outlets: [] }));

let nextId = 1;
let timer: ReturnType<typeof setTimeout> | undefined;
let remaining = 0;
let runningSince = 0;

/** Shows a toast; it takes the place of the one shown (decisions §8). */
export const toast = (content: ToastContent): void => {
  useToasts.setState({ shown: { ...content, id: nextId++ } });
  remaining = TOAST_DURATION;
  clearTimeout(timer);
  timer = undefined;
  resumeToast();
};

export const dismissToast = (): void => {
  clearTimeout(timer);
  timer = undefined;
  useToasts.setState({ shown: null });
};

/** Stops its clock while somebody points at it, is focused in it, or looks elsewhere. */
export const pauseToast = (): void => {
  if (timer === undefined) return;
  clearTimeout(timer);
  timer = undefined;
  remaining -= Date.now() - runningSince;
};

export const resumeToast = (): void => {
  if (!useToasts.getState().shown || timer !== undefined) return;
  runningSince = Date.now();
  timer = setTimeout(dismissToast, Math.max(remaining, 0));
};

/** Registers a place for toasts; returns how to take it away again. */
export const openOutlet = (id: string): (() => void) => {
  useToasts.setState(({ outlets }) => ({ outlets: [...outlets, id] }));
  return () => useToasts.setState(({ outlets }) => ({ outlets: outlets.filter((other) => other !== id) }));
};

/** Keeps a toast over the reload or redirect that follows, so that it is seen (decisions §3). Actions stay behind. */
export const carryToast = ({ title, description, kind }: ToastContent, storage: Store = sessionStore): void => {
  storage.setItem(CARRIED, JSON.stringify({ title, description, kind, at: Date.now() }));
};

/** Shows the toast that was carried here, if there is one. Called once when the app starts. */
export const showCarriedToast = (storage: Store = sessionStore): void => {
  const carried = storage.getItem(CARRIED);
  if (!carried) return;
  storage.removeItem(CARRIED);
  try {
    const { at, ...content } = JSON.parse(carried) as ToastContent & { at: number };
    if (Date.now() - at < CARRIED_FOR) toast(content);
  } catch {
    // Written by another version of the shop: not worth more than passing over.
  }
};
