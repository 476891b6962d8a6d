/** The batches of a receipt's line: of what left the shop, and of the order. Until it is shipped both are the same. */
interface Batches {
  batch: string | null;
  batchConfirmed: string | null;
}

/** The batches of a line in words, null without one: "B-7", or "B-8, ordered from B-7" (behavior 7.20). */
export const batchesText = ({ batch, batchConfirmed }: Batches): string | null =>
  batch === null || batchConfirmed === null || batchConfirmed === batch
    ? batch
    : `${batch}, ordered from ${batchConfirmed}`;
