import { create } from 'zustand';
import { ApiError } from './client.ts';

/** What stands between this page and the shop: no network on this device, or a shop that does not answer. */
export type Loss = 'offline' | 'unreachable';

interface Contact {
  /** Null while the shop answers. */
  loss: Loss | null;
  /** When the catalogue on this page was last known to be the shop's own, in epoch milliseconds; null before any. */
  knownAt: number | null;
}

/** Whether the page has the shop's word for what it shows, and else from when that is. */
export const useContact = create<Contact>(() => ({ loss: null, knownAt: null }));

/** The shop has answered: what is shown is true now. */
export const heard = (now = Date.now()): void => useContact.setState({ loss: null, knownAt: now });

/** What is shown was true until now; whether the shop can still be reached is not said. */
export const trueUntilNow = (now = Date.now()): void => useContact.setState({ knownAt: now });

/** The shop cannot be reached. `knownAt` is told where what is shown comes from an earlier visit. */
export const lost = (loss: Loss, knownAt = useContact.getState().knownAt): void =>
  useContact.setState({ loss, knownAt });

export const lossNow = (): Loss => (navigator.onLine ? 'unreachable' : 'offline');

/** Whether a call failed because the shop was not there, rather than because it refused. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === null || error.status >= 500);
