import { create } from 'zustand';
import { type Store, sessionStore } from '../browser/safe-storage.ts';

export interface ToastContent {
  title: string;
  description?: string | undefined;
  kind?: 'default' | 'success' | 'error';
  /** One thing that can be done about it, such as Undo. */
  action?: ToastAction;
  /** What may come next, such as the same for another one. */
  next?: ToastAction;
}

interface ToastAction {
  label: string;
  /** It takes back what was just done: a key of the page may do it too. */
  isUndo?: boolean;
  onSelect: () => void;
}

export interface ShownToast extends ToastContent {
  id: number;
  /** The moment that it is about. */
  moment: number;
}

/** Milliseconds for which a toast is shown (behavior 11.2). */
export const TOAST_DURATION = 5000;
const CARRIED = 'greenroom-toast';
/** After so many milliseconds a carried toast is no longer shown, because the page it was meant for never loaded. */
const CARRIED_FOR = 30_000;

interface ToastState {
  shown: ShownToast | null;
  /** The ids of the places that can show toasts: the page, and every open modal. The last one shows them. */
  outlets: string[];
}

export const useToasts = create<ToastState>(() => ({ shown: null, outlets: [] }));

let moment = 0;
let isSameMoment = false;

/** The moment of a press. Whatever one press causes at once has the same one. */
export const pressMoment = (): number => {
  if (isSameMoment) return moment;
  isSameMoment = true;
  queueMicrotask(() => {
    isSameMoment = false;
  });
  moment += 1;
  return moment;
};

let nextId = 1;
/** A failure that waits until the newer message has been read. */
let late: { content: ToastContent; moment: number } | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let remaining = 0;
let runningSince = 0;

/**
 * Shows a toast. It replaces the one that is shown, but the outcome of an earlier press never replaces a newer message: a
 * failure follows it, and anything else is not shown (behavior 11.2).
 * @param pressedAt the moment of the press whose outcome this is
 */
export const toast = (content: ToastContent, pressedAt = pressMoment()): void => {
  const { shown } = useToasts.getState();
  if (shown && shown.moment > pressedAt) {
    if (content.kind === 'error') late = { content, moment: pressedAt };
    return;
  }
  useToasts.setState({ shown: { ...content, id: nextId++, moment: pressedAt } });
  remaining = TOAST_DURATION;
  clearTimeout(timer);
  timer = undefined;
  resumeToast();
};

export const dismissToast = (): void => {
  clearTimeout(timer);
  timer = undefined;
  useToasts.setState({ shown: null });
  const next = late;
  late = null;
  if (next) toast(next.content, next.moment);
};

/** Takes a failure away, because what failed is tried again. */
export const dismissFailure = (): void => {
  if (useToasts.getState().shown?.kind === 'error') dismissToast();
};

/** Stops the time of a toast while it is hovered or focused, or while the window is not focused. */
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

/** Registers a place that shows toasts. Returns a function that removes it. */
export const openOutlet = (id: string): (() => void) => {
  useToasts.setState(({ outlets }) => ({ outlets: [...outlets, id] }));
  return () => useToasts.setState(({ outlets }) => ({ outlets: outlets.filter((other) => other !== id) }));
};

/** Keeps a toast for after the reload or redirect that follows (behavior 11.2). Its action is lost. */
export const carryToast = ({ title, description, kind }: ToastContent, storage: Store = sessionStore): void => {
  storage.setItem(CARRIED, JSON.stringify({ title, description, kind, at: Date.now() }));
};

/** Shows the carried toast, if there is one. Called once when the app starts. */
export const showCarriedToast = (storage: Store = sessionStore): void => {
  const carried = storage.getItem(CARRIED);
  if (!carried) return;
  storage.removeItem(CARRIED);
  try {
    const { at, ...content } = JSON.parse(carried) as ToastContent & { at: number };
    if (Date.now() - at < CARRIED_FOR) toast(content);
  } catch {
    // Another version of the shop may have written it. It is ignored.
  }
};
