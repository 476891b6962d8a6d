import { create } from 'zustand';
import { isRepeated } from '#domain/session-end.ts';

interface SessionState {
  /** The shop has refused this page's token since the last login. */
  hasEnded: boolean;
  /** How many actions of the member it has refused since then. */
  refusals: number;
}

export const useSessionState = create<SessionState>(() => ({ hasEnded: false, refusals: 0 }));

/** Called when a call was refused because its session has ended. */
export const markSessionEnded = (): void => useSessionState.setState({ hasEnded: true });

/** Calls `onRenewed` each time the member has logged in again. Returns a function that stops it. */
export const onSessionRenewed = (onRenewed: () => void): (() => void) =>
  useSessionState.subscribe((now, before) => {
    if (before.hasEnded && !now.hasEnded) onRenewed();
  });

interface RefusedCall {
  /** What it does. The same again replaces it, so that it happens once. */
  action: string;
  refusedAt: number;
  goOn: () => Promise<void>;
}

let refused: readonly RefusedCall[] = [];

export interface Repeated<Data> {
  data: Data;
}

/**
 * Keeps a refused call until the same user has logged in again. Resolves then: to what came of the repeated call, or to
 * null for one that is never repeated. Without such a login in time it never resolves (behavior 3.21).
 */
export const afterLogin = <Data>(
  action: string,
  repeat: (() => Promise<Data>) | null,
): Promise<Repeated<Data> | null> =>
  new Promise((resolve) => {
    const goOn = async () => resolve(repeat && { data: await repeat() });
    refused = [...refused.filter((other) => other.action !== action), { action, refusedAt: Date.now(), goOn }];
    useSessionState.setState(({ refusals }) => ({ hasEnded: true, refusals: refusals + 1 }));
  });

/**
 * Called when the same user has logged in again without leaving the page: repeats what was refused, in its order and once.
 * Returns the failures.
 */
export const renewSession = async (): Promise<unknown[]> => {
  const now = Date.now();
  const calls = refused.filter(({ refusedAt }) => isRepeated({ refusedAt, now }));
  refused = [];
  const failures: unknown[] = [];
  for (const { goOn } of calls) await goOn().catch((error: unknown) => failures.push(error));
  useSessionState.setState({ hasEnded: false, refusals: 0 });
  return failures;
};
