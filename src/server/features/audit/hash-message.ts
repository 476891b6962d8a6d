import type { ChainEnd } from '#domain/audit-chain.ts';
import { isPending } from '#domain/stored-times.ts';
import { deleteState, findState, lockState, setState } from '../../db/shop-state.ts';
import type { Tx } from '../../db/types.ts';
import { postMessage, WEBHOOK_LIMIT_MS } from '../../lib/post-message.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';
import { backOffMs } from '../notices/delivery.ts';
import { LONGEST_PAUSE_MS } from '../notices/notices.queries.ts';
import { isoTime } from './chain.queries.ts';

const LOOK_EVERY_MS = 60_000;
/** How long a claim lasts; longer than a delivery can take. */
const CLAIM_MS = WEBHOOK_LIMIT_MS + 5000;

/** The last hash of a day, until ALARM_WEBHOOK_URL has taken it. Times are epoch milliseconds. */
interface HashMessage {
  end: ChainEnd;
  /** When the chain was checked. */
  at: number;
  /** When the next attempt is due. */
  dueAt: number;
  failures: number;
}

const parse = (value: string | null): HashMessage | null => (value ? (JSON.parse(value) as HashMessage) : null);

/** Changes the message that waits; null for none. No other transaction changes it in between. Returns the one before. */
const changeMessage = async (
  tx: Tx,
  change: (waiting: HashMessage | null) => HashMessage | null,
): Promise<HashMessage | null> => {
  const waiting = parse(await lockState(tx, 'evidence_hash'));
  const next = change(waiting);
  if (next) await setState(tx, 'evidence_hash', JSON.stringify(next));
  else await deleteState(tx, 'evidence_hash');
  return waiting;
};

/** Stores the hash of a new day as due. Returns when the one was checked that it replaces, if nobody ever took that one. */
export const storeHash = async (tx: Tx, { end, at }: { end: ChainEnd; at: number }): Promise<number | null> =>
  (await changeMessage(tx, () => ({ end, at, dueAt: at, failures: 0 })))?.at ?? null;

const isDue = ({ dueAt }: HashMessage, now: number): boolean => !isPending(dueAt, { now, most: LONGEST_PAUSE_MS });

/**
 * Sends the last hash of the day to ALARM_WEBHOOK_URL (behavior 3.14), where somebody who rewrites the database cannot
 * change it. Of several processes one claims it. After a failure it is due again later, until the next day has its own.
 */
export const sendHash = async (
  { database, settings, clock, log }: Pick<Shop, 'database' | 'settings' | 'clock' | 'log'>,
  stopped?: AbortSignal,
): Promise<void> => {
  const { ALARM_WEBHOOK_URL: address, SHOP_NAME: shop } = settings;
  if (address === undefined) return;
  const found = parse(await findState(database.read, 'evidence_hash'));
  if (!found || !isDue(found, clock())) return;
  const now = clock();
  const claimed = await database.write((tx) =>
    changeMessage(tx, (waiting) => (waiting && isDue(waiting, now) ? { ...waiting, dueAt: now + CLAIM_MS } : waiting)),
  );
  if (!claimed || !isDue(claimed, now)) return;
  const { end, at, failures } = claimed;
  const { entries, lastHash: hash } = end;
  const body = JSON.stringify({ kind: 'evidence_hash', entries, hash, at: isoTime(at), shop });
  const reason = await postMessage(address, { body, stopped });
  if (reason !== null && failures === 0) {
    log.warn({ reason }, 'ALARM_WEBHOOK_URL did not take the last hash of the evidence; it is sent again');
  }
  await database.write((tx) =>
    changeMessage(tx, (waiting) => {
      // The next day has begun.
      if (waiting?.at !== at) return waiting;
      return reason === null ? null : { ...waiting, dueAt: clock() + backOffMs(failures + 1), failures: failures + 1 };
    }),
  );
};

/** Sends what is due until the shop stops. */
export const startSendingHash = (shop: Shop): BackgroundJob => {
  if (shop.settings.ALARM_WEBHOOK_URL === undefined) return { stop: () => {} };
  const stopping = new AbortController();
  const job = repeat({ name: 'evidence hash', every: LOOK_EVERY_MS, log: shop.log }, () =>
    sendHash(shop, stopping.signal),
  );
  return {
    stop: async () => {
      stopping.abort();
      await job.stop();
    },
  };
};
