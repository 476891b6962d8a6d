/** The result of one round of load. */
export interface Round {
  /** Finished calls per second. */
  rate: number;
  /** The 99th percentile of the response times, in milliseconds. Absent for a loop that nobody waits for. */
  p99?: number;
}

/** What the shop is compared with. */
export interface Rival {
  /** What it is, such as "a plain server". */
  name: string;
  /** The lowest ratio of shop to rival that passes. */
  bar: number;
  measure: () => Promise<Round>;
}

/** One figure of the shop, measured in several rounds together with the same figure of a rival. */
export interface Comparison {
  name: string;
  /** The unit of the rates, such as "requests a second". */
  unit: string;
  /** The name of the rival. */
  rival: string;
  /** The medians of the rounds. */
  shop: Round;
  other: Round;
  /** The median of the rounds' ratios. A disturbance of the machine affects all sides of a round. */
  ratio: number;
  bar: number;
}

/** The middle value. For an even number of values, the mean of the two in the middle. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/**
 * Measures the shop and its rivals in turns, after one round that only warms up. Another side goes first in each round,
 * so a warm machine favors none. Returns one comparison for each rival.
 */
export const compare = async (
  what: { name: string; unit: string; rounds: number },
  shop: () => Promise<Round>,
  rivals: readonly Rival[],
): Promise<Comparison[]> => {
  const sides = [shop, ...rivals.map(({ measure }) => measure)];
  for (const measure of sides) await measure();
  const measured = sides.map((): Round[] => []);
  for (let round = 0; round < what.rounds; round++) {
    for (let turn = 0; turn < sides.length; turn++) {
      const side = (round + turn) % sides.length;
      measured[side]!.push(await sides[side]!());
    }
  }
  const [own, ...others] = measured as [Round[], ...Round[][]];
  return rivals.map(({ name, bar }, index) => ({
    name: what.name,
    unit: what.unit,
    rival: name,
    shop: medianRound(own),
    other: medianRound(others[index]!),
    ratio: median(own.map(({ rate }, round) => rate / others[index]![round]!.rate)),
    bar,
  }));
};

const medianRound = (rounds: readonly Round[]): Round => {
  const p99s = rounds.flatMap(({ p99 }) => p99 ?? []);
  return { rate: median(rounds.map(({ rate }) => rate)), ...(p99s.length > 0 && { p99: median(p99s) }) };
};
