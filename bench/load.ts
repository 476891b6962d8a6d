import autocannon from 'autocannon';

/** Seconds of one round of load. */
export const SECONDS = 3;
export const ROUNDS = 5;

/** Requests a second of one bounded round on loopback; anything but the expected status makes the round worthless. */
export const load = async (options: autocannon.Options, expected: number): Promise<number> => {
  const result = await autocannon({ duration: SECONDS, ...options });
  const right = result.statusCodeStats?.[`${expected}`]?.count ?? 0;
  const answered = Object.values(result.statusCodeStats ?? {}).reduce((sum, { count = 0 }) => sum + count, 0);
  if (right === 0 || right !== answered || result.errors > 0) {
    throw new Error(
      `Not all answers were ${expected}: ${JSON.stringify(result.statusCodeStats)}, errors ${result.errors}`,
    );
  }
  return right / result.duration;
};
