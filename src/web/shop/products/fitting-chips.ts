/* All in rem. The widths are estimated from the number of letters: measuring them would lay out every card twice. */
const LETTER = 0.42;
const PADDING = 1.52;
const GAP = 0.375;
/** The chip "+3". */
const MORE = 2.25 + GAP;

const widthOf = (name: string): number => name.length * LETTER + PADDING;

/**
 * Returns the places of the names that are chips in `room` (in rem), next to a chip that counts the others. The chosen one
 * is always among them.
 */
export const fittingChips = (names: readonly string[], room: number, chosen: number): number[] => {
  const places = names.map((_, at) => at);
  const widthOfAll = (shown: readonly number[]) => shown.reduce((sum, at) => sum + widthOf(names[at]!) + GAP, -GAP);
  if (widthOfAll(places) <= room) return places;
  const shown = [chosen];
  for (const at of places) {
    if (at === chosen) continue;
    if (widthOfAll([...shown, at]) + MORE > room) break;
    shown.push(at);
  }
  return shown.sort((a, b) => a - b);
};
