import { create } from 'zustand';
import { ApiError } from './client.ts';

/** Offline: this device has no network. Unreachable: the shop does not respond. */
export type ConnectionStatus = 'online' | 'offline' | 'unreachable';

interface Connection {
  status: ConnectionStatus;
  /** When the catalogue on this page was last known to be current, in epoch milliseconds. Null if it never was. */
  knownAt: number | null;
}

/** The connection to the shop, and the age of the shown catalogue. */
export const useConnection = create<Connection>(() => ({ status: 'online', knownAt: null }));

/** The shop responded: the catalogue on this page is current. */
export const markOnline = (now = Date.now()): void => useConnection.setState({ status: 'online', knownAt: now });

/** The catalogue was current until now. Says nothing about the connection. */
export const markKnownUntil = (now = Date.now()): void => useConnection.setState({ knownAt: now });

/** The shop cannot be reached. `knownAt` is the time of a catalogue stored on an earlier visit. */
export const markOffline = (knownAt = useConnection.getState().knownAt): void =>
  useConnection.setState({ status: navigator.onLine ? 'unreachable' : 'offline', knownAt });

/** True if a call failed because the shop was not there, not because the shop refused it. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === null || error.status >= 500);
