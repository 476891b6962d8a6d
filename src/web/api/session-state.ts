import { create } from 'zustand';

/** `hasEnded` is true once the shop has refused this page's token since the last login. */
export const useSessionState = create<{ hasEnded: boolean }>(() => ({ hasEnded: false }));

/** Called when a call was refused because its session has ended. */
export const markSessionEnded = (): void => useSessionState.setState({ hasEnded: true });

/** Called when the member has logged in again without leaving the page. */
export const markSessionRenewed = (): void => useSessionState.setState({ hasEnded: false });

/** Calls `onRenewed` each time the member has logged in again. Returns a function that stops it. */
export const onSessionRenewed = (onRenewed: () => void): (() => void) =>
  useSessionState.subscribe((now, before) => {
    if (before.hasEnded && !now.hasEnded) onRenewed();
  });
