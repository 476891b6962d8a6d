/** One figure, measured in several rounds together with a limit of the machine. */
export interface Comparison {
  name: string;
  /** The unit, such as "requests a second". */
  unit: string;
  shop: number;
  limit: number;
  /** The median of the rounds' ratios. A disturbance of the machine affects both sides of a round. */
  ratio: number;
  bar: number;
}

/** The middle value. For an even number of values, the mean of the two in the middle. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** Measures shop and limit in turns. Each goes first in every other round, so a warm machine favors neither. */
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
