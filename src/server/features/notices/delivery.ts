import { createHmac } from 'node:crypto';
import { type Outcome, post, WEBHOOK_LIMIT_MS } from '../../lib/post-message.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';
import { claimNotice, type DueNotice, findDueNotices, LONGEST_PAUSE_MS, recordDelivery } from './notices.queries.ts';

/** How long a claim lasts; longer than a delivery can take. */
const CLAIM_MS = WEBHOOK_LIMIT_MS + 5_000;
const BATCH = 20;
const CHECK_INTERVAL_MS = 2_000;
/** With the pauses below about 15 hours. After that the panel shows "failed". */
const MOST_ATTEMPTS = 24;

/** The pause after a number of failed attempts, in milliseconds: 5 s, doubled each time, at most an hour. */
export const backOffMs = (attempts: number): number => Math.min(LONGEST_PAUSE_MS, 5_000 * 2 ** (attempts - 1));

/**
 * The signature of a body: HMAC-SHA256 with ORDER_WEBHOOK_SECRET over "{timestamp}.{body}", in hex. It covers the
 * timestamp, so that a receiver can refuse a replayed message.
 */
const signature = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

/**
 * Sends the due notices to ORDER_WEBHOOK_URL, one after the other (behavior 7.6). Of several processes one claims each
 * notice. A failed one is retried later. Returns how many were delivered.
 */
export const deliverNotices = async (shop: Shop, stopped?: AbortSignal): Promise<number> => {
  const { database, clock } = shop;
  let delivered = 0;
  for (;;) {
    const due = await findDueNotices(database.read, { now: clock(), limit: BATCH });
    for (const notice of due) {
      if (stopped?.aborted) return delivered;
      if (!(await database.write((tx) => claimNotice(tx, { ...notice, until: clock() + CLAIM_MS })))) continue;
      const error = await send(shop, notice, stopped);
      const attempts = notice.attempts + 1;
      const next = attempts < MOST_ATTEMPTS ? clock() + backOffMs(attempts) : null;
      await database.write(async (tx, touch) => {
        await recordDelivery(tx, { id: notice.id, error, next, now: clock() });
        touch('notices', [notice.id]);
      });
      if (error === null) delivered++;
    }
    if (due.length < BATCH) return delivered;
  }
};

/** Returns null, or the reason of the failure. */
const send = async (shop: Shop, notice: DueNotice, stopped?: AbortSignal): Promise<string | null> =>
  (await sendNotice(shop, { ...notice, id: String(notice.id) }, stopped)).failure;

/** A message of the order webhook, as it is sent. */
type Sent = Pick<DueNotice, 'event' | 'payload'> & { id: string };

/** The destination of the order webhook's messages. */
export interface Webhook {
  address: string;
  /** The secret that signs them. */
  secret: string | undefined;
  /** Owners have set the address, so that it must be public (behavior 1.24). */
  publicOnly: boolean;
}

/** Sends a message to ORDER_WEBHOOK_URL, signed. */
export const sendNotice = (shop: Shop, notice: Sent, stopped?: AbortSignal): Promise<Outcome> => {
  const { settings, currentSettings } = shop;
  const webhook: Webhook = {
    address: settings.ORDER_WEBHOOK_URL!,
    secret: settings.ORDER_WEBHOOK_SECRET,
    publicOnly: currentSettings.mustBePublic('ORDER_WEBHOOK_URL'),
  };
  return sendSigned(shop, webhook, notice, stopped);
};

/** Sends a message to a webhook, signed with its secret if it has one. */
export const sendSigned = (
  { clock }: Shop,
  { address, secret, publicOnly }: Webhook,
  notice: Sent,
  stopped?: AbortSignal,
): Promise<Outcome> => {
  const timestamp = String(Math.floor(clock() / 1000));
  return post(address, {
    publicOnly,
    headers: {
      'greenroom-event': notice.event,
      'greenroom-notice': notice.id,
      'greenroom-timestamp': timestamp,
      ...(secret && { 'greenroom-signature': `sha256=${signature(secret, timestamp, notice.payload)}` }),
    },
    body: notice.payload,
    stopped,
  });
};

/** Delivers notices soon after they are stored, and whenever an attempt is due. */
export const startNotices = (shop: Shop): BackgroundJob => {
  const stopping = new AbortController();
  const job = repeat({ name: 'notices', every: CHECK_INTERVAL_MS, log: shop.log }, async () => {
    if (shop.settings.ORDER_WEBHOOK_URL) await deliverNotices(shop, stopping.signal);
  });
  const stopListening = shop.database.onChange(({ topic }) => topic === 'notices' && job.wake());
  return {
    stop: async () => {
      stopListening();
      stopping.abort();
      await job.stop();
    },
  };
};
