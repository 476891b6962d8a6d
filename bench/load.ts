import autocannon from 'autocannon';

/** The length of one round of load, in seconds. */
export const SECONDS = 3;
export const ROUNDS = 5;

/**
 * Loads a server on loopback for one round. Returns the requests per second.
 *
 * @throws Error if a response has another status than expected
 */
export const load = async (options: autocannon.Options, expected: number): Promise<number> => {
  const result = await autocannon({ duration: SECONDS, ...options });
  const asExpected = result.statusCodeStats?.[`${expected}`]?.count ?? 0;
  const responses = Object.values(result.statusCodeStats ?? {}).reduce((sum, { count = 0 }) => sum + count, 0);
  if (asExpected === 0 || asExpected !== responses || result.errors > 0) {
    throw new Error(
      `Not all responses were ${expected}: ${JSON.stringify(result.statusCodeStats)}, errors ${result.errors}`,
    );
  }
  return asExpected / result.duration;
};
