import { createContext, useContext } from 'react';
import type { User } from '#contract/users.ts';

/** Starts and ends a session in this browser. Provided by app/session.tsx. */
export interface Session {
  /**
   * Stores the sign-in and reloads the page, which shows the toast. The visitor stays on the same path (behavior 3.2).
   * A user of the panel who came from there goes back to it instead (behavior 10.1).
   */
  signIn: (user: User, token: string, welcome: { title: string; description: string }) => void;
  /** Logs out and goes to `path` (behavior 3.11). The next login may lead to the panel, at the query `wish`. */
  signOut: (path: string, wish?: string) => Promise<void>;
  /** Asks a member whose session has ended to log in again, over the page (behavior 3.21). */
  logInAgain: () => void;
}

export const SessionContext = createContext<Session | null>(null);

export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside the app');
  return session;
};
