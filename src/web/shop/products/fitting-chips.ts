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
 * Returns the places of the names that are chips in `room` (in rem): the first ones, next to a chip that counts the others.
 * If the chosen one is not among them, that chip has its name, so that no chip changes its place.
 */
export const fittingChips = (names: readonly string[], room: number, chosen: number): number[] => {
  const places = names.map((_, at) => at);
  const frame = 2 * chipPadding(room) + FRAME;
  const widthOf = (name: string) => name.length * LETTER + frame;
  const doFit = (count: number, more: readonly string[]) => {
    const widths = [...names.slice(0, count), ...more].map(widthOf);
    return widths.reduce((sum, width) => sum + width + GAP, -GAP) <= room;
  };
  if (doFit(names.length, [])) return places;
  const beside = (more: string) => {
    let count = 0;
    while (doFit(count + 1, [more])) count += 1;
    return places.slice(0, count);
  };
  const counted = beside('+3');
  if (counted.includes(chosen)) return counted;
  const named = beside(names[chosen]!);
  return named.length > 0 ? named : [chosen];
};
