import { createHmac } from 'node:crypto';
import type { BackgroundWork } from '../../background-work.ts';
import type { Deps } from '../../deps.ts';
import { every } from '../../every.ts';
import { claimNotice, type DueNotice, findDueNotices, recordDelivery } from './notices.queries.ts';

/** How long the webhook may take to answer. */
const TIMEOUT_MS = 10_000;
/** A notice taken for delivery is nobody else's for so long, which is longer than a delivery can take. */
const CLAIM_MS = TIMEOUT_MS + 5_000;
const AT_ONCE = 20;
const LOOK_MS = 2_000;
const HOUR_MS = 3_600_000;
/** With the waits below: about a night and half a day, then an admin reads "failed". */
const ATTEMPTS = 24;
const ERROR_LENGTH = 200;

/** How long to wait after so many failed attempts: 5 s, doubled each time, an hour at most. */
export const backOffMs = (attempts: number): number => Math.min(HOUR_MS, 5_000 * 2 ** (attempts - 1));

/**
 * The signature of a body: HMAC-SHA256 with ORDER_WEBHOOK_SECRET over "{timestamp}.{body}", in hex. The timestamp is
 * signed too, so that a receiver can refuse an old message sent again.
 */
const signature = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

/**
 * Sends what is due in the outbox to ORDER_WEBHOOK_URL, in turn. Of several processes one takes each notice. A failed
 * one is tried again later. Answers how many were delivered.
 */
export const deliverNotices = async (deps: Deps, stopped?: AbortSignal): Promise<number> => {
  const { database, clock } = deps;
  let delivered = 0;
  for (;;) {
    const due = await findDueNotices(database.read, { now: clock(), limit: AT_ONCE });
    for (const notice of due) {
      if (stopped?.aborted) return delivered;
      if (!(await database.write((tx) => claimNotice(tx, { ...notice, until: clock() + CLAIM_MS })))) continue;
      const error = await send(deps, notice, stopped);
      const attempts = notice.attempts + 1;
      const next = attempts < ATTEMPTS ? clock() + backOffMs(attempts) : null;
      await database.write(async (tx, touch) => {
        await recordDelivery(tx, { id: notice.id, error, next, now: clock() });
        touch('notices', [notice.id]);
      });
      if (error === null) delivered++;
    }
    if (due.length < AT_ONCE) return delivered;
  }
};

/** Answers null, or in words why it failed. */
const send = async ({ settings, clock }: Deps, notice: DueNotice, stopped?: AbortSignal): Promise<string | null> => {
  const timestamp = String(Math.floor(clock() / 1000));
  const secret = settings.ORDER_WEBHOOK_SECRET;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(settings.ORDER_WEBHOOK_URL!, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Greenroom',
        'greenroom-event': notice.event,
        'greenroom-notice': String(notice.id),
        'greenroom-timestamp': timestamp,
        ...(secret && { 'greenroom-signature': `sha256=${signature(secret, timestamp, notice.payload)}` }),
      },
      body: notice.payload,
      redirect: 'error',
      signal: stopped ? AbortSignal.any([timeout, stopped]) : timeout,
    });
    await response.body?.cancel();
    return response.ok ? null : `HTTP ${response.status}`;
  } catch (error) {
    return reason(error).slice(0, ERROR_LENGTH);
  }
};

const reason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'The webhook did not answer in time';
  if (error.name === 'AbortError') return 'The shop was stopped meanwhile';
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message;
};

/** Delivers notices soon after they are stored, and again when their next attempt is due. */
export const startNotices = (deps: Deps): BackgroundWork => {
  if (!deps.settings.ORDER_WEBHOOK_URL) return { stop: () => {} };
  const stopping = new AbortController();
  const work = every(LOOK_MS, deps.log, () => deliverNotices(deps, stopping.signal));
  const stopListening = deps.database.onMoved(({ topic }) => topic === 'notices' && work.wake());
  return {
    stop: async () => {
      stopListening();
      stopping.abort();
      await work.stop();
    },
  };
};
