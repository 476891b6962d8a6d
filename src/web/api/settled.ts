import { isUnreachable } from './connection.ts';

/**
 * Runs a call, and finds out what came of it if no response says so. A call with a key is simply sent again: it adds nothing
 * twice.
 */
export const settled = <Data>(
  send: () => Promise<Data>,
  settle: (error: unknown) => Promise<Data> = send,
): Promise<Data> =>
  send().catch((error: unknown) => {
    if (!isUnreachable(error)) throw error;
    return settle(error);
  });
