/*
 * The body of GET /api/inventory-data and GET /api/admin/inventory, put together from chunks of items as JSON. A chunk is
 * kept until one of its items changes, so one item's change costs little in an inventory of any size.
 */

/** A chunk holds the items of this many consecutive ids. */
export const IDS_PER_CHUNK = 64;

/** The number of the chunk that an item belongs to. */
export const chunkOf = (id: number): number => Math.floor(id / IDS_PER_CHUNK);

const BEGINNING = Buffer.from('{"inventory":[');
const SEPARATOR = Buffer.from(',');
const END = Buffer.from(']}');

/** Returns the body in parts, from chunks by their number. A chunk is JSON, its items separated by commas. */
export const inventoryBody = (chunks: ReadonlyMap<number, Uint8Array>): Uint8Array[] => {
  const inOrder = [...chunks].sort(([a], [b]) => a - b);
  return [BEGINNING, ...inOrder.flatMap(([, bytes], index) => (index === 0 ? [bytes] : [SEPARATOR, bytes])), END];
};
