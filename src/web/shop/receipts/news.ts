import type { Receipt } from '#contract/receipts.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { localStore, type Store } from '../../browser/safe-storage.ts';
import { lastStep, receiptName } from './order-progress.ts';

/** A receipt whose state has changed since its member last saw it (behavior 7.14). */
export interface News {
  id: string;
  title: string;
  text: string | undefined;
}

/** The last seen state of each receipt, by its number. */
type Seen = Readonly<Record<number, ReceiptStatus>>;

/** Older changes are no news to a device that has not seen them. */
const NEWS_FOR_MS = 7 * 24 * 3_600_000;
const STORED = 'greenroom-news';
/** The state of each receipt when the member last looked at it. */
const READ = 'greenroom-receipts-read';

/** Returns the changes of these receipts that the member has not seen. The member's own changes are no news. */
export const newsOf = (
  receipts: readonly Receipt[],
  seen: Seen,
  { username, now }: { username: string; now: number },
): News[] =>
  receipts
    .filter((receipt) => isNews(receipt, seen, { username, now }))
    .map((receipt) => ({
      id: receipt.id,
      ...wordsOf(receipt),
    }));

const isNews = (
  { number, status, events }: Receipt,
  seen: Seen,
  { username, now }: { username: string; now: number },
): boolean => {
  if ((seen[number] ?? 'awaiting_payment') === status) return false;
  const step = lastStep(events, status);
  return step !== undefined && step.by !== username && now - new Date(step.at).getTime() < NEWS_FOR_MS;
};

const wordsOf = (news: Receipt): Omit<News, 'id'> => {
  const { status, tracking, events } = news;
  const receipt = receiptName(news);
  switch (status) {
    case 'awaiting_payment':
      return { title: `${receipt} awaits payment again`, text: lastStep(events, status)?.note ?? undefined };
    case 'paid':
      return { title: `${receipt} is paid`, text: 'The seller has your payment and packs your order.' };
    case 'shipped':
      return { title: `${receipt} was shipped`, text: tracking ? `Tracking ${tracking}` : "It's on its way to you." };
    case 'completed':
      return { title: `${receipt} is completed`, text: undefined };
    case 'cancelled':
      return { title: `${receipt} was canceled`, text: lastStep(events, status)?.note ?? undefined };
    case 'expired':
      return { title: `${receipt} has expired`, text: 'It was not paid in time.' };
  }
};

/**
 * Returns the news of these receipts, and remembers on this device that they were shown, until the member logs out. It
 * holds no more than numbers and states of one member.
 */
export const takeNews = (
  receipts: readonly Receipt[],
  { id, username }: { id: string; username: string },
  now: number,
  store: Store = localStore,
): News[] => {
  const news = newsOf(receipts, seenBy(id, store), { username, now });
  const seen = Object.fromEntries(receipts.map(({ number, status }) => [number, status]));
  store.setItem(STORED, JSON.stringify({ member: id, seen }));
  return news;
};

/**
 * The news in the member's list of receipts, by id, each with its text besides the state. These are the receipts that
 * changed since the member last looked at the list or at the receipt. A toast that was shown is no look.
 */
export const unreadNews = (
  receipts: readonly Receipt[],
  { id, username }: { id: string; username: string },
  now: number,
  store: Store = localStore,
): ReadonlyMap<string, string> => {
  const read = seenBy(id, store, READ);
  return new Map(newsOf(receipts, read, { username, now }).map(({ id, text = '' }) => [id, text]));
};

/** Remembers that the member has looked at these receipts. */
export const noteRead = (receipts: readonly Receipt[], member: string, store: Store = localStore): void => {
  const seen = {
    ...seenBy(member, store, READ),
    ...Object.fromEntries(receipts.map(({ number, status }) => [number, status])),
  };
  store.setItem(READ, JSON.stringify({ member, seen }));
};

const seenBy = (member: string, store: Store, key = STORED): Seen => {
  try {
    const stored = JSON.parse(store.getItem(key) ?? '{}') as { member?: string; seen?: Seen };
    return stored.member === member ? (stored.seen ?? {}) : {};
  } catch {
    return {};
  }
};
