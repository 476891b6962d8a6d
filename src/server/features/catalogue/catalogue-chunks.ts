import { createHash } from 'node:crypto';
import { chunkOf, inventoryBody } from './inventory-body.ts';

/** Serializing this many chunks takes a millisecond or two. */
const CHUNKS_PER_TURN = 16;

interface Chunk {
  /** Each product as JSON, by its id. */
  products: Map<number, string>;
  /** Null if a product has changed since. */
  sealed: { bytes: Buffer; hash: Buffer } | null;
}

/** The products of the catalogue as JSON, in chunks. After a change only the chunks that changed are serialized and hashed again. */
export class CatalogueChunks {
  readonly #chunks = new Map<number, Chunk>();
  #size = 0;

  /** The number of products. */
  get size(): number {
    return this.#size;
  }

  get(id: number): string | undefined {
    return this.#chunks.get(chunkOf(id))?.products.get(id);
  }

  set(id: number, json: string): void {
    const chunk = this.#chunks.get(chunkOf(id)) ?? { products: new Map(), sealed: null };
    this.#chunks.set(chunkOf(id), chunk);
    if (!chunk.products.has(id)) this.#size++;
    chunk.products.set(id, json);
    chunk.sealed = null;
  }

  delete(id: number): void {
    const chunk = this.#chunks.get(chunkOf(id));
    if (!chunk?.products.delete(id)) return;
    this.#size--;
    chunk.sealed = null;
    if (chunk.products.size === 0) this.#chunks.delete(chunkOf(id));
  }

  *ids(): Generator<number> {
    for (const { products } of this.#chunks.values()) yield* products.keys();
  }

  /**
   * Returns the bytes of GET /api/inventory-data in parts, products in the order of their ids, and their version. Equal
   * products have equal versions, whatever came before. `pause` lets other work run now and then.
   */
  async seal(pause: () => Promise<unknown>): Promise<{ version: string; parts: Uint8Array[] }> {
    const hash = createHash('sha256');
    const bytes = new Map<number, Buffer>();
    let sealed = 0;
    for (const [number, chunk] of [...this.#chunks].sort(([a], [b]) => a - b)) {
      if (!chunk.sealed) {
        chunk.sealed = sealChunk(chunk);
        if (++sealed % CHUNKS_PER_TURN === 0) await pause();
      }
      hash.update(chunk.sealed.hash);
      bytes.set(number, chunk.sealed.bytes);
    }
    return { version: hash.digest('base64url').slice(0, 22), parts: inventoryBody(bytes) };
  }
}

const sealChunk = ({ products }: Chunk): { bytes: Buffer; hash: Buffer } => {
  const inOrder = [...products].sort(([a], [b]) => a - b).map(([, json]) => json);
  const bytes = Buffer.from(inOrder.join(','));
  return { bytes, hash: createHash('sha256').update(bytes).digest() };
};
