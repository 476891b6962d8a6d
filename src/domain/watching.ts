import type { Coin, Quote } from './quotes.ts';

/*
 * The state of an order's address, as servers that know the chain report it, and the part of it that counts
 * (behavior 7.28). A server can be down, slow or wrong, so anything uncertain changes nothing.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How long after its end a quote still counts. */
const QUOTE_GRACE_MS = 30 * MINUTE_MS;
/** How much older than its order the block of a payment may be: clocks of miners differ. */
const OLDEST_BLOCK_MS = 2 * HOUR_MS;
/** So many rounds in a row without an output, and it is gone. */
const GONE_AFTER = 2;
/** More confirmations say nothing more. */
export const MOST_CONFIRMATIONS = 100;
/** So many outputs of an order become entries. */
export const MOST_OUTPUTS = 100;

/** An output that pays to the address, as one server has it. Times are epoch milliseconds. */
export interface ServerOutput {
  txid: string;
  output: number;
  /** The amount in the smallest unit of the coin. */
  units: number;
  /** Null while it is in no block. */
  block: { hash: string; height: number; at: number } | null;
}

/** The response of a server about an address. */
export interface ServerAnswer {
  /** The height of its newest block. */
  tip: number;
  outputs: readonly ServerOutput[];
}

/** An output as all servers together have it. */
export interface ShownOutput extends Omit<ServerOutput, 'block'> {
  height: number | null;
  blockAt: number | null;
  /** Null if it cannot be known in this round, because a server did not respond. */
  confirmations: number | null;
  /** All servers that answered have it. */
  byAll: boolean;
}

export interface Shown {
  outputs: ShownOutput[];
  /** How many servers there are. */
  servers: number;
  /** All of them answered, so that what they do not have is missing. */
  isWhole: boolean;
}

const keyOf = ({ txid, output }: { txid: string; output: number }): string => `${txid}:${output}`;

/**
 * Combines the responses of all servers; null is one that did not respond. An output has the confirmations that each of
 * them gives it, by its own tip and in the same block. Two amounts for one output are none.
 */
export const agree = (answers: readonly (ServerAnswer | null)[]): Shown => {
  const given = answers.filter((answer) => answer !== null);
  const isWhole = given.length === answers.length;
  const byKey = new Map<string, { output: ServerOutput; tip: number }[]>();
  for (const { tip, outputs } of given) {
    for (const [key, output] of new Map(outputs.map((each) => [keyOf(each), each]))) {
      byKey.set(key, [...(byKey.get(key) ?? []), { output, tip }]);
    }
  }
  const outputs = [...byKey.values()].flatMap((views): ShownOutput[] => {
    const [{ output: first }] = views as [(typeof views)[number]];
    if (views.some(({ output }) => output.units !== first.units)) return [];
    const byAll = views.length === given.length;
    const isSameBlock = byAll && views.every(({ output }) => output.block?.hash === first.block?.hash);
    const block = isSameBlock && isWhole ? first.block : null;
    const depths = block === null ? [] : views.map(({ tip }) => Math.max(0, tip - block.height + 1));
    return [
      {
        txid: first.txid,
        output: first.output,
        units: first.units,
        height: block?.height ?? null,
        blockAt: block?.at ?? null,
        confirmations: isWhole ? Math.min(MOST_CONFIRMATIONS, ...(block === null ? [0] : depths)) : null,
        byAll,
      },
    ];
  });
  return { outputs, servers: answers.length, isWhole };
};

/** The stored state of an output. */
export interface KnownOutput {
  height: number | null;
  blockAt: number | null;
  confirmations: number;
  /** How many servers agreed on the confirmations. */
  servers: number;
  counts: boolean;
  /** How many rounds in a row did not have it. */
  missing: number;
}

/** Returns whether a block is dated so long before the order was confirmed that it cannot pay for it. */
const isTooOld = (blockAt: number | null, confirmedAt: number | null): boolean =>
  blockAt !== null && confirmedAt !== null && blockAt < confirmedAt - OLDEST_BLOCK_MS;

/**
 * Returns what is known of a new output, or null if it is not taken: another server that answered does not have it, or it
 * is older than its order. `confirmedAt` is null for money without an order.
 */
export const firstKnown = (output: ShownOutput, { servers }: Shown, confirmedAt: number | null): KnownOutput | null => {
  if (!output.byAll || isTooOld(output.blockAt, confirmedAt)) return null;
  const { height, blockAt, confirmations } = output;
  return { height, blockAt, confirmations: confirmations ?? 0, servers, counts: true, missing: 0 };
};

/** Returns what is known of an output after a round. */
export const nextKnown = (
  known: KnownOutput,
  output: ShownOutput | undefined,
  { servers, isWhole }: Shown,
  confirmedAt: number | null,
): KnownOutput => {
  if (output) {
    const counts = !isTooOld(output.blockAt ?? known.blockAt, confirmedAt);
    const { height, blockAt, confirmations } = output;
    return confirmations === null
      ? { ...known, counts, missing: 0 }
      : { height, blockAt, confirmations, servers, counts, missing: 0 };
  }
  if (!isWhole) return known;
  const missing = Math.min(GONE_AFTER, known.missing + 1);
  const counts = known.counts && missing < GONE_AFTER;
  return { height: null, blockAt: null, confirmations: 0, servers, counts, missing };
};

/** The rate that an output counts with, and the time of its quote; null if it is the rate of the moment. */
export interface OutputRate {
  rate: string;
  quotedAt: number | null;
}

/**
 * Returns the rate that an output counts with: the newest quote from before the output was seen. The output was seen,
 * or its block is dated, at most 30 minutes after the end of that quote. Without such a quote it is the rate of the
 * moment. Null without any.
 */
export const outputRate = (
  { coin, seenAt, blockAt }: { coin: Coin; seenAt: number; blockAt: number | null },
  quotes: readonly Quote[],
  rateNow: string | null,
): OutputRate | null => {
  const paidAt = Math.min(seenAt, blockAt ?? seenAt);
  const inTime = quotes.filter(
    (quote) => quote.coin === coin && quote.at <= seenAt && paidAt <= quote.expiresAt + QUOTE_GRACE_MS,
  );
  const [newest] = inTime.toSorted((one, other) => other.at - one.at);
  if (newest) return { rate: newest.rate, quotedAt: newest.at };
  return rateNow === null ? null : { rate: rateNow, quotedAt: null };
};
