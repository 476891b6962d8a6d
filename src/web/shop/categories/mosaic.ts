/**
 * How many columns each tile of a mosaic spans, so that every row is full: the last one has no hole. The first tile is
 * wider than the others where `firstIsWide`. Rows that need a wider tile are taken from the last upwards; in every
 * second of them the wide tile stands first.
 */
export const mosaicSpans = (tiles: number, columns: number, firstIsWide: boolean): number[] => {
  if (tiles === 0) return [];
  const wide = firstIsWide && columns > 1 && tiles > 1 ? 1 : 0;
  const rows = Math.ceil((tiles + wide) / columns);
  const missing = rows * columns - tiles - wide;
  const spans: number[] = [];
  for (let row = 0; row < rows; row += 1) {
    const widening = Math.floor(missing / rows) + (rows - 1 - row < missing % rows ? 1 : 0);
    const isFirst = row === 0 ? wide : 0;
    const inRow = Array.from({ length: columns - widening - isFirst }, () => 1);
    if (isFirst) inRow[0]! += 1;
    for (let step = 0; step < widening; step += 1) {
      // With more than one to spread, the row's tiles share them.
      const at =
        (isFirst ? inRow.length - 1 - step : (rows - row) % 2 === 0 ? step : inRow.length - 1 - step) % inRow.length;
      inRow[(at + inRow.length) % inRow.length]! += 1;
    }
    spans.push(...inRow);
  }
  return spans;
};
