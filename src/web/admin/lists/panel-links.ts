import { tabAddress } from '../panel-tab.ts';

const withQuery = (address: string, values: Record<string, string>): string =>
  `${address}&${new URLSearchParams(values)}`;

/** The ways between the tabs: from a receipt to its member, from a member to what hangs on it. */
export const panelLinks = {
  /** The name finds the row, the id opens it. */
  user: ({ userId, username }: { userId: string; username: string }): string =>
    withQuery(tabAddress('users'), { q: username, open: userId }),
  pointsOf: (username: string): string => withQuery(tabAddress('points'), { user: username }),
  receiptsOf: (username: string): string => withQuery(tabAddress('receipts'), { user: username }),
  receipt: (number: number): string => withQuery(tabAddress('receipts'), { q: `#${number}` }),
} as const;
