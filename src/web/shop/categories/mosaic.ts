/**
 * The number of columns that each tile spans, so that every row is full. With `firstIsWide` the first tile is wider
 * than the others. Other wide tiles are in the last rows, at alternating ends, with `lastIsNarrow` not at the very end.
 */
export const mosaicSpans = (tiles: number, columns: number, firstIsWide: boolean, lastIsNarrow = false): number[] => {
  if (tiles === 0) return [];
  const wide = firstIsWide && columns > 1 && tiles > 1 ? 1 : 0;
  const rows = Math.ceil((tiles + wide) / columns);
  const missing = rows * columns - tiles - wide;
  const spans: number[] = [];
  for (let row = 0; row < rows; row += 1) {
    const widening = Math.floor(missing / rows) + (rows - 1 - row < missing % rows ? 1 : 0);
    const firstWide = row === 0 ? wide : 0;
    const inRow = Array.from({ length: columns - widening - firstWide }, () => 1);
    if (firstWide) inRow[0]! += 1;
    for (let step = 0; step < widening; step += 1) {
      // Several extra columns are shared among the tiles of the row.
      const index =
        (firstWide ? inRow.length - 1 - step : (rows - row) % 2 === 0 ? step : inRow.length - 1 - step) % inRow.length;
      inRow[(index + inRow.length) % inRow.length]! += 1;
    }
    if (lastIsNarrow && row === rows - 1 && inRow.at(-1)! > inRow[0]!) inRow.reverse();
    spans.push(...inRow);
  }
  return spans;
};
