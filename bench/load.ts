import autocannon from 'autocannon';
import { percentile, timed } from './part.ts';
import type { Round } from './rounds.ts';
import { isShort } from './scale.ts';

/** The length of one round of load, in seconds. */
export const SECONDS = isShort ? 1 : 3;

/** The calls of one round: when they took place, and how long each of them took. */
export interface Calls {
  /** From the start of the first call to the end of the last. */
  milliseconds: number;
  latencies: number[];
}

/** A round in which a busy machine answered nothing is repeated, each time twice as long, up to this length. */
const MOST_SECONDS = 60;

/**
 * Loads a server on loopback for one round, for SECONDS or until `amount` calls are done.
 *
 * @throws Error if a response has another status than expected
 */
export const loadCalls = async (options: autocannon.Options, expected: number): Promise<Calls> => {
  const latencies: number[] = [];
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  const { statusCodeStats = {}, errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    // A round with an amount ends at the next sample.
    const sampling = options.amount ? { sampleInt: 20 } : {};
    autocannon({ duration: SECONDS, bailout: 1, ...sampling, ...options }, (error, result) =>
      error ? reject(error) : resolve(result),
    ).on('response', (_client, _status, _bytes, took) => {
      last = performance.now();
      first = Math.min(first, last - took);
      latencies.push(took);
    });
  });
  const { duration = SECONDS } = options;
  if (latencies.length === 0 && errors === 0 && Number(duration) < MOST_SECONDS) {
    return loadCalls({ ...options, duration: Number(duration) * 2 }, expected);
  }
  const asExpected = statusCodeStats[`${expected}`]?.count ?? 0;
  if (asExpected === 0 || asExpected !== latencies.length || errors > 0) {
    throw new Error(`Not all responses were ${expected}: ${JSON.stringify(statusCodeStats)}, errors ${errors}`);
  }
  return { milliseconds: last - first, latencies };
};

/** Like `loadCalls`. Returns the rate and the 99th percentile of the response times. */
export const load = async (options: autocannon.Options, expected: number): Promise<Round> =>
  roundOf(await loadCalls(options, expected));

export const roundOf = ({ milliseconds, latencies }: Calls): Round => ({
  rate: (latencies.length * 1000) / milliseconds,
  p99: percentile(latencies, 99),
});

/** The pause between two calls of a busy page or member, in milliseconds. */
const PAUSE_MS = 20;

/**
 * Does some work, and makes calls again and again until it is done, with a pause after each. Returns the milliseconds of
 * each call.
 */
export const meanwhile = async (
  work: () => Promise<unknown>,
  calls: readonly (() => Promise<unknown>)[],
  pauseMs = PAUSE_MS,
): Promise<number[][]> => {
  let done = false;
  const repeating = calls.map(async (makeCall) => {
    const took: number[] = [];
    while (!done) {
      took.push(await timed(makeCall));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return took;
  });
  try {
    await work();
  } finally {
    done = true;
  }
  return Promise.all(repeating);
};
