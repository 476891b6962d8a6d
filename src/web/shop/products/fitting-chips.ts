/* All in rem. The widths are estimated from the number of letters: measuring them would lay out every card twice. */
const LETTER = 0.42;
const GAP = 0.375;
/** The borders of a chip, and some slack. */
const FRAME = 0.27;

/**
 * The padding at each side of a chip in this room. Less on the narrowest phones, so that two sizes fit, and never so much
 * less that a wider line has fewer chips.
 */
export const chipPadding = (room: number): number => 0.625 - Math.min(0.25, Math.max(0, (10.25 - room) * 0.1));

/**
 * Returns the places of the names that are chips in `room` (in rem), next to a chip that counts the others. The chosen one
 * is always among them.
 */
export const fittingChips = (names: readonly string[], room: number, chosen: number): number[] => {
  const places = names.map((_, at) => at);
  const frame = 2 * chipPadding(room) + FRAME;
  const widthOf = (name: string) => name.length * LETTER + frame;
  const widthOfAll = (shown: readonly number[]) => shown.reduce((sum, at) => sum + widthOf(names[at]!) + GAP, -GAP);
  if (widthOfAll(places) <= room) return places;
  const shown = [chosen];
  for (const at of places) {
    if (at === chosen) continue;
    if (widthOfAll([...shown, at]) + GAP + widthOf('+3') > room) break;
    shown.push(at);
  }
  return shown.sort((a, b) => a - b);
};
