/** The balance from a point in time on. */
export interface BalanceStep {
  /** Epoch milliseconds. */
  at: number;
  balance: number;
}

interface Entry {
  points: number;
  createdAt: string;
}

/**
 * The balance over time, oldest first, computed backwards from the current balance and its entries, newest first. It
 * begins with the balance before the oldest entry, which is 0 if the entries are the whole ledger.
 */
export const balanceOverTime = (balance: number, entries: readonly Entry[]): BalanceStep[] => {
  const steps: BalanceStep[] = [];
  let after = balance;
  for (const { points, createdAt } of entries) {
    steps.push({ at: Date.parse(createdAt), balance: after });
    after -= points;
  }
  const oldest = steps.at(-1);
  if (oldest) steps.push({ at: oldest.at, balance: after });
  return steps.reverse();
};

export interface ChartShape {
  /** SVG path of the line. It is level between entries and vertical at each entry. */
  line: string;
  /** The same path, closed along the bottom. */
  area: string;
  /** The end of the line: the current balance. */
  end: { x: number; y: number };
  highest: number;
}

/** The line of a balance in a box of this size in pixels, from the first entry to `now`. The bottom of the box is 0. */
export const chartShape = (
  steps: readonly BalanceStep[],
  { width, height, now }: { width: number; height: number; now: number },
): ChartShape | null => {
  const [first] = steps;
  if (!first || width <= 0) return null;
  const highest = Math.max(...steps.map(({ balance }) => balance), 1);
  const span = Math.max(now - first.at, 1);
  const x = (at: number) => round(Math.min(Math.max((at - first.at) / span, 0), 1) * width);
  const y = (balance: number) => round(height - (balance / highest) * height);
  const moves = steps.slice(1).map(({ at, balance }) => `H${x(at)}V${y(balance)}`);
  const last = steps.at(-1) ?? first;
  const line = `M0 ${y(first.balance)}${moves.join('')}H${width}`;
  return { line, area: `${line}V${height}H0Z`, end: { x: width, y: y(last.balance) }, highest };
};

const round = (pixels: number): number => Math.round(pixels * 10) / 10;
