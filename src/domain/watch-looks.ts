/*
 * What the shop remembers of its looks at the servers of a coin (behavior 7.28): a seller must hear when payments cannot be
 * seen, and since when.
 */

/** A server, as the last look had it. */
export interface ServerLook {
  host: string;
  /** Why it gave no usable answer; null if it answered. */
  failure: string | null;
  /** Epoch milliseconds of the first of these failures in a row; null if it answered. */
  since: number | null;
}

export interface Looks {
  /** Epoch milliseconds of the last look that was answered; null if none ever was. */
  lookedAt: number | null;
  /** Looks in a row without any answer. */
  failed: number;
  servers: readonly ServerLook[];
}

/** So many looks in a row without an answer, and payments cannot be seen. A single one may be a hiccup. */
const BLIND_AFTER = 2;

/** Returns what is remembered after a look. `answered` says whether any server gave a usable answer. */
export const nextLooks = (
  before: Looks | undefined,
  { now, answered, servers }: { now: number; answered: boolean; servers: readonly Omit<ServerLook, 'since'>[] },
): Looks => ({
  lookedAt: answered ? now : (before?.lookedAt ?? null),
  failed: answered ? 0 : Math.min(BLIND_AFTER, (before?.failed ?? 0) + 1),
  servers: servers.map(({ host, failure }) => {
    const earlier = before?.servers.find((server) => server.host === host);
    return { host, failure, since: failure === null ? null : (earlier?.since ?? now) };
  }),
});

/** Returns since when payments of a coin cannot be seen, epoch milliseconds; null if they can. */
export const unseenSince = ({ lookedAt, failed, servers }: Looks): number | null => {
  if (failed < BLIND_AFTER) return null;
  return lookedAt ?? Math.min(...servers.flatMap(({ since }) => since ?? []));
};
