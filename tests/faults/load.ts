import { randomUUID } from 'node:crypto';
import type { Member } from '../e2e/shop-api.ts';
import { type Answer, describeAnswer } from './calls.ts';
import { addPiece, confirmOrder, type FaultShop } from './fault-shop.ts';
import { pause, waitUntil } from './wait.ts';

/** The responses to one member's calls. */
export interface MemberRecord {
  username: string;
  /** Pieces that the shop says are in the cart or were ordered. */
  pieces: number;
  /** The ids of the receipts that the shop says it made. */
  receipts: Set<string>;
  /** Calls whose outcome is still not known: at most one, the last. */
  unsettled: { pieces: number; receipts: number };
}

/** The responses to the calls of all members. */
export interface LoadRecord {
  members: MemberRecord[];
  acknowledged: number;
  slowestMs: number;
  /** Calls that got no complete response. */
  broken: string[];
  /** Responses that no member should ever see, such as 500. */
  unexpected: string[];
}

/** Members who order all the time. */
export interface Load {
  /** Waits until this many more calls were acknowledged, or the shop's process has ended. */
  acknowledged(calls: number): Promise<void>;
  /** Waits until each member's call has failed once, or the process has ended. */
  everyoneRefused(): Promise<void>;
  /** Milliseconds from this time until calls of all members were acknowledged again; null if that takes too long. */
  recovery(since: number, patienceMs?: number): Promise<number | null>;
  /** Ends the load. Members repeat a call whose outcome is not known, with the same key, until they know it. */
  stop(): Promise<LoadRecord>;
}

interface Call {
  kind: 'add' | 'confirm';
  productId: number;
  key: string;
}

/** The outcome of a call, as its response states it. */
type Outcome = 'acknowledged' | 'not saved' | 'unknown' | 'unexpected';

/** One call in this many confirms the order. */
const CALLS_PER_ORDER = 8;
/** The pause of a member between two calls: enough calls at every moment, and no core that does nothing else. */
const PAUSE_MS = 100;
/** How long members go on asking for the outcome of their last call. */
const SETTLE_MS = 60_000;
/**
 * How long a test waits for the load to see a fault, and for writes to work again. The free space inside the files of a
 * full disk is used first.
 */
const PATIENCE_MS = 100_000;

/**
 * Lets all members of the shop order at the same time, each one call after the other, and records the responses.
 * A call whose outcome is unknown is repeated with its key until it is settled, before the member goes on.
 */
export const startLoad = (shop: FaultShop): Load => {
  const record: LoadRecord = { members: [], acknowledged: 0, slowestMs: 0, broken: [], unexpected: [] };
  const lastAcknowledged = new Map<Member, number>();
  const lastRefused = new Map<Member, number>();
  let stopAt = Number.POSITIVE_INFINITY;

  const order = async (member: Member): Promise<void> => {
    const own: MemberRecord = {
      username: member.username,
      pieces: 0,
      receipts: new Set(),
      unsettled: { pieces: 0, receipts: 0 },
    };
    record.members.push(own);
    let sinceOrder = 0;
    let open: Call | null = null;
    while (Date.now() < stopAt || (open && Date.now() < stopAt + SETTLE_MS && shop.ended() === null)) {
      const current: Call = open ?? newCall(shop, sinceOrder >= CALLS_PER_ORDER ? 'confirm' : 'add');
      const answer = await send(shop, member, current);
      const outcome = outcomeOf(answer);
      record.slowestMs = Math.max(record.slowestMs, answer.milliseconds);
      if (answer.failure) record.broken.push(describeAnswer(current.kind, answer));
      if (outcome === 'unexpected') record.unexpected.push(describeAnswer(current.kind, answer));
      // A repeated call that was not saved says nothing about the first one.
      open = outcome === 'unknown' || (outcome === 'not saved' && open) ? current : null;
      if (outcome === 'acknowledged') {
        record.acknowledged += 1;
        sinceOrder = current.kind === 'add' ? sinceOrder + 1 : 0;
        if (current.kind === 'add') own.pieces += 1;
        else own.receipts.add((answer.body as { receipt: { id: string } }).receipt.id);
        lastAcknowledged.set(member, Date.now());
      } else {
        lastRefused.set(member, Date.now());
      }
      await pause(PAUSE_MS);
    }
    if (open?.kind === 'add') own.unsettled.pieces = 1;
    if (open?.kind === 'confirm') own.unsettled.receipts = 1;
  };
  const ordering = shop.members.map((member) => order(member));

  const wait = (condition: () => boolean, what: string, timeout = PATIENCE_MS): Promise<void> =>
    waitUntil(() => condition() || shop.ended() !== null, { timeout, what });
  return {
    acknowledged: (calls) => {
      const goal = record.acknowledged + calls;
      return wait(() => record.acknowledged >= goal, `${calls} calls were acknowledged`);
    },
    everyoneRefused: () => {
      const since = Date.now();
      return wait(
        () => shop.members.every((member) => (lastRefused.get(member) ?? 0) > since),
        'every member was refused',
      );
    },
    recovery: async (since, patienceMs = PATIENCE_MS) => {
      // The first acknowledgment after this time may belong to a call that was made before it.
      const firsts = new Map<Member, number>();
      const all = () => {
        for (const [member, at] of lastAcknowledged) if (at > since && !firsts.has(member)) firsts.set(member, at);
        return firsts.size === shop.members.length;
      };
      const back = await wait(all, 'calls were acknowledged again', patienceMs).then(all, () => false);
      return back && shop.ended() === null ? Math.max(...firsts.values()) - since : null;
    },
    stop: async () => {
      stopAt = Date.now();
      await Promise.all(ordering);
      return record;
    },
  };
};

const newCall = ({ productIds }: FaultShop, kind: Call['kind']): Call => ({
  kind,
  productId: productIds[Math.floor(Math.random() * productIds.length)]!,
  key: randomUUID(),
});

const send = (shop: FaultShop, member: Member, { kind, productId, key }: Call): Promise<Answer> =>
  kind === 'add' ? addPiece(shop, member, productId, key) : confirmOrder(shop, member, key);

const outcomeOf = ({ status, code, failure, retryAfter }: Answer): Outcome => {
  if (status === 200 || status === 201) return 'acknowledged';
  if (failure !== null) return 'unknown';
  if (status !== 503 || retryAfter === null) return 'unexpected';
  if (code === 'outcome_unknown') return 'unknown';
  return code === 'unavailable' ? 'not saved' : 'unexpected';
};
