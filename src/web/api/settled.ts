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

/** Settles a change by what it changed: `read` says whether it was made. */
export const readIf =
  <Data>(read: () => Promise<Data>, isDone: (data: Data) => boolean) =>
  async (error: unknown): Promise<Data> => {
    const data = await read().catch(() => null);
    if (data && isDone(data)) return data;
    throw error;
  };
