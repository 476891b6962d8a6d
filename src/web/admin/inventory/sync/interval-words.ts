/** "every 2 minutes": how often the automatic sync runs, as the note says it (decisions §8 "AUTO_SYNC"). */
export const intervalWords = (seconds: number): string => {
  const [unit, size] = UNITS.find(([, length]) => seconds % length === 0) ?? ['second', 1];
  const count = seconds / size;
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
};

const UNITS: readonly (readonly [string, number])[] = [
  ['hour', 3600],
  ['minute', 60],
];
