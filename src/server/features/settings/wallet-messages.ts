import { randomUUID } from 'node:crypto';
import { isPending, type Wait } from '#domain/stored-times.ts';
import { deleteState, findState, lockState, setState } from '../../db/shop-state.ts';
import type { Touch, Tx } from '../../db/types.ts';
import { type Outcome, post, WEBHOOK_LIMIT_MS } from '../../lib/post-message.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import { combine, type PanelValues } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import { isoTime } from '../audit/chain.queries.ts';
import { backOffMs, sendSigned, type Webhook } from '../notices/delivery.ts';
import { LONGEST_PAUSE_MS, noticePayload, recordNotice, type WaitingWallet } from '../notices/notices.queries.ts';
import { findWaiting, type WaitingRow } from './settings.queries.ts';
import { endOf, renewed, walletDelay, worksAt } from './wallet-delay.ts';

/*
 * A thief with the session of an owner changes the order webhook first, and then the wallet: the seller's bot gets
 * nothing. So wallets that wait are also reported to ALARM_WEBHOOK_URL, and to the addresses that the order webhook had
 * a short time ago. These are secrets. Nothing shows them, no backup has them, and the shop forgets them after the delay.
 */

/** An order webhook of before, which is forgotten when it ends. Null stands for what the environment says. */
interface FormerWebhook extends Wait {
  id: string;
  address: string | null;
  secret: string | null;
}

/** A message that nobody has taken yet. */
interface WalletMessage extends Wait {
  id: string;
  /** The id of a former webhook; null for ALARM_WEBHOOK_URL. */
  to: string | null;
  wallets: readonly WaitingWallet[];
  /** When the next attempt is due, epoch milliseconds. */
  dueAt: number;
  failures: number;
}

interface Stored {
  former: FormerWebhook[];
  messages: WalletMessage[];
}

/** Several changes in a row hide nothing: the first of these addresses is the one that somebody listens at. */
const MOST_FORMER = 5;
const EVENT = 'settings.wallet_pending';
const LOOK_EVERY_MS = 60_000;
/** How long a claim lasts; longer than a delivery can take. */
const CLAIM_MS = WEBHOOK_LIMIT_MS + 5000;

type Wanted = Pick<Shop, 'settings' | 'currentSettings' | 'clock'>;

/** Returns the part of the stored value that must be kept. */
const stillKept = (shop: Wanted, value: string | null): Stored => {
  const { former, messages } = value ? (JSON.parse(value) as Stored) : { former: [], messages: [] };
  const kept = <Kept extends Wait>(all: Kept[]): Kept[] =>
    all.map((each) => ({ ...each, ...renewed(shop, each) })).filter((each) => endOf(shop, each) > shop.clock());
  const known = kept(former);
  const isKnown = ({ to }: WalletMessage) => to === null || known.some(({ id }) => id === to);
  return { former: known, messages: kept(messages).filter(isKnown) };
};

/** Changes what is stored. No other transaction changes it in between. */
const changeStored = async (tx: Tx, shop: Wanted, change: (stored: Stored) => Stored): Promise<void> => {
  const before = await lockState(tx, 'wallet_messages');
  const { former, messages } = change(stillKept(shop, before));
  if (former.length === 0 && messages.length === 0) await deleteState(tx, 'wallet_messages');
  else await setState(tx, 'wallet_messages', JSON.stringify({ former, messages }));
};

/** A change of settings. */
interface Told {
  before: PanelValues;
  after: PanelValues;
  /** The wallets that begin to wait by it. */
  begun: readonly WaitingWallet[];
}

/**
 * Stores the messages about wallets that begin to wait, in the transaction of the change. A replaced order webhook gets
 * all waiting ones, because it receives nothing after that.
 */
export const tellOfWallets = async (
  tx: Tx,
  touch: Touch,
  shop: Wanted,
  { before, after, begun }: Told,
): Promise<void> => {
  const now = shop.clock();
  const isNotified = combine(shop.currentSettings.given, after).settings.ORDER_WEBHOOK_URL !== undefined;
  if (isNotified && begun.length > 0) await recordNotice(tx, touch, { event: EVENT, wallets: begun, now });
  const replaced = replacedWebhook(shop, before, after);
  if (walletDelay(shop) === 0 || (begun.length === 0 && !replaced)) return;
  const waiting = (await findWaiting(tx)).map((row) => asWaitingWallet(shop, row));
  const kept: Wait = { began: now, ends: now + walletDelay(shop) };
  const message = (to: string | null, wallets: readonly WaitingWallet[]): WalletMessage[] =>
    wallets.length === 0 ? [] : [{ ...kept, id: randomUUID(), to, wallets, dueAt: now, failures: 0 }];
  await changeStored(tx, shop, (stored) => {
    const former = replaced ? withFormer(stored.former, replaced, kept) : stored.former;
    const isInUse = isWebhookOf(shop, after);
    const ofFormer = former
      .filter((webhook) => !isInUse(webhook))
      .flatMap((webhook) => message(webhook.id, replaced && isSame(webhook, replaced) ? waiting : begun));
    const ofAlarms = shop.settings.ALARM_WEBHOOK_URL === undefined ? [] : message(null, begun);
    return { former, messages: [...stored.messages, ...ofAlarms, ...ofFormer] };
  });
};

const asWaitingWallet = (shop: Wanted, row: WaitingRow): WaitingWallet => ({
  setting: row.name,
  after: row.value,
  from: isoTime(worksAt(shop, row)),
  by: row.username,
});

type Place = Pick<FormerWebhook, 'address' | 'secret'>;

const isSame = (one: Place, other: Place): boolean => one.address === other.address && one.secret === other.secret;

const withFormer = (former: readonly FormerWebhook[], place: Place, kept: Wait): FormerWebhook[] => {
  const known = former.find((webhook) => isSame(webhook, place));
  if (known) return former.map((webhook) => (webhook === known ? { ...known, ...kept } : webhook));
  return [...former, { id: randomUUID(), ...place, ...kept }].slice(0, MOST_FORMER);
};

/** The order webhook with these values of the panel, without what the environment says. */
const placeOf = ({ currentSettings: { given } }: Wanted, panel: PanelValues): Place => {
  const ofPanel = (name: 'ORDER_WEBHOOK_URL' | 'ORDER_WEBHOOK_SECRET') =>
    given.values[name] === undefined ? (panel[name] ?? null) : null;
  return { address: ofPanel('ORDER_WEBHOOK_URL'), secret: ofPanel('ORDER_WEBHOOK_SECRET') };
};

const isWebhookOf = (shop: Wanted, panel: PanelValues) => {
  const inUse = placeOf(shop, panel);
  return (webhook: Place) => isSame(webhook, inUse);
};

/** The order webhook that a change replaces, or whose messages get another signature; null if none was set. */
const replacedWebhook = (shop: Wanted, before: PanelValues, after: PanelValues): Place | null => {
  const place = placeOf(shop, before);
  const isNone = place.address === null && shop.currentSettings.given.values.ORDER_WEBHOOK_URL === undefined;
  return isNone || isWebhookOf(shop, after)(place) ? null : place;
};

const isDue = ({ dueAt }: WalletMessage, now: number): boolean => !isPending(dueAt, { now, most: LONGEST_PAUSE_MS });

/** Sends what is due, and forgets what is over. Of several processes one claims each message. */
export const sendWalletMessages = async (shop: Shop, stopped?: AbortSignal): Promise<void> => {
  const { database, clock, log } = shop;
  for (;;) {
    const value = await findState(database.read, 'wallet_messages');
    if (value === null) return;
    const stored = stillKept(shop, value);
    const due = stopped?.aborted ? undefined : stored.messages.find((message) => isDue(message, clock()));
    if (!due) {
      if (JSON.stringify(stored) !== value) await database.write((tx) => changeStored(tx, shop, (kept) => kept));
      return;
    }
    const former = stored.former.find(({ id }) => id === due.to);
    let isClaimed = false;
    await database.write((tx) =>
      changeStored(tx, shop, (kept) => {
        isClaimed = kept.messages.some(({ id, dueAt }) => id === due.id && dueAt === due.dueAt);
        return withMessage(kept, { ...due, dueAt: clock() + CLAIM_MS });
      }),
    );
    if (!isClaimed) continue;
    const { failure } = await send(shop, due, former, stopped);
    if (failure !== null && due.failures === 0) {
      log.warn({ reason: failure }, 'a webhook did not take the message about a wallet that waits; it is sent again');
    }
    const failures = due.failures + 1;
    const next = failure === null ? null : { ...due, failures, dueAt: clock() + backOffMs(failures) };
    await database.write((tx) => changeStored(tx, shop, (kept) => withMessage(kept, next, due.id)));
  }
};

/** With another state of a message; null removes it. One that is gone stays so. */
const withMessage = ({ former, messages }: Stored, next: WalletMessage | null, id = next?.id): Stored => ({
  former,
  messages: messages.flatMap((message) => (message.id === id ? (next ?? []) : message)),
});

const send = (
  shop: Shop,
  { id, began, wallets }: WalletMessage,
  former: FormerWebhook | undefined,
  stopped?: AbortSignal,
): Promise<Outcome> => {
  const event = EVENT;
  if (former) {
    const webhook = webhookOf(shop, former);
    const payload = noticePayload({ event, wallets, now: began });
    return webhook ? sendSigned(shop, webhook, { id, event, payload }, stopped) : NOBODY;
  }
  const { ALARM_WEBHOOK_URL: address, SHOP_NAME: name } = shop.settings;
  if (address === undefined) return NOBODY;
  const message = wallets
    .map(({ setting, after, from, by }) => `${setting} changes to ${after ?? 'nothing'} at ${from}, set by ${by}.`)
    .join(' ');
  const body = JSON.stringify({ kind: 'wallet_pending', event, message, at: isoTime(began), shop: name, wallets });
  return post(address, { body, stopped });
};

/** Nothing waits for an address that was taken out of the environment. */
const NOBODY = Promise.resolve<Outcome>({ status: null, failure: null });

const webhookOf = ({ settings, currentSettings: { given } }: Shop, former: FormerWebhook): Webhook | null => {
  const address = former.address ?? given.values.ORDER_WEBHOOK_URL;
  if (address === undefined) return null;
  const secret = former.secret ?? given.values.ORDER_WEBHOOK_SECRET;
  return { address, secret, publicOnly: former.address !== null && !settings.PRIVATE_URLS };
};

/** Sends what is due until the shop stops. */
export const startSendingWalletMessages = (shop: Shop): BackgroundJob => {
  const stopping = new AbortController();
  const job = repeat({ name: 'wallet messages', every: LOOK_EVERY_MS, log: shop.log }, () =>
    sendWalletMessages(shop, stopping.signal),
  );
  const stopListening = shop.database.onChange(({ topic }) => topic === 'settings' && job.wake());
  return {
    stop: async () => {
      stopListening();
      stopping.abort();
      await job.stop();
    },
  };
};
