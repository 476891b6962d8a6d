/** One figure measured in several rounds, beside a limit measured in the same run. */
export interface Comparison {
  name: string;
  /** What a round counts, such as "requests a second". */
  unit: string;
  shop: number;
  limit: number;
  /** The median of the rounds' ratios: a disturbance of the machine hits both sides of a round. */
  ratio: number;
  bar: number;
}

/** The middle value; of an even number the mean of the two in the middle. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/**
 * Measures shop and limit in turns, each side going first every other round, so that neither profits from a warm
 * machine.
 */
export const compare = async (
  what: { name: string; unit: string; bar: number; rounds: number },
  sides: { shop: () => Promise<number>; limit: () => Promise<number> },
): Promise<Comparison> => {
  await sides.shop();
  await sides.limit();
  const shop: number[] = [];
  const limit: number[] = [];
  for (let round = 0; round < what.rounds; round++) {
    if (round % 2 === 0) shop.push(await sides.shop());
    limit.push(await sides.limit());
    if (round % 2 === 1) shop.push(await sides.shop());
  }
  const ratios = shop.map((value, round) => value / limit[round]!);
  return {
    name: what.name,
    unit: what.unit,
    bar: what.bar,
    shop: median(shop),
    limit: median(limit),
    ratio: median(ratios),
  };
};
