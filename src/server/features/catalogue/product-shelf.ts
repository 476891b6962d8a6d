import { createHash } from 'node:crypto';

/** So many ids in a row are kept as one piece of bytes. */
const IDS_A_PIECE = 64;

interface Piece {
  /** Each product as JSON, by its id. */
  products: Map<number, string>;
  /** Null where a product moved since. */
  sealed: { bytes: Buffer; hash: Buffer } | null;
}

const BEGINNING = Buffer.from('{"inventory":[');
const BETWEEN = Buffer.from(',');
const END = Buffer.from(']}');

/**
 * The products of the catalogue as JSON, kept so that one product's change costs little however many there are: the
 * whole is cut into pieces by id, and only the pieces that moved are put together and hashed anew.
 */
export class ProductShelf {
  readonly #pieces = new Map<number, Piece>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(id: number): string | undefined {
    return this.#pieces.get(pieceOf(id))?.products.get(id);
  }

  set(id: number, json: string): void {
    const piece = this.#pieces.get(pieceOf(id)) ?? { products: new Map(), sealed: null };
    this.#pieces.set(pieceOf(id), piece);
    if (!piece.products.has(id)) this.#size++;
    piece.products.set(id, json);
    piece.sealed = null;
  }

  delete(id: number): void {
    const piece = this.#pieces.get(pieceOf(id));
    if (!piece?.products.delete(id)) return;
    this.#size--;
    piece.sealed = null;
    if (piece.products.size === 0) this.#pieces.delete(pieceOf(id));
  }

  *ids(): Generator<number> {
    for (const { products } of this.#pieces.values()) yield* products.keys();
  }

  /**
   * The bytes of GET /api/inventory-data in parts, products in the order of their ids, and the version they are: the
   * same products are the same version, whatever came before them. `pause` lets other work through now and then.
   */
  async seal(pause: () => Promise<unknown>): Promise<{ version: string; parts: Buffer[] }> {
    const hash = createHash('sha256');
    const parts: Buffer[] = [];
    let made = 0;
    for (const [, piece] of [...this.#pieces].sort(([a], [b]) => a - b)) {
      if (!piece.sealed) {
        piece.sealed = sealPiece(piece);
        if (++made % PIECES_AT_ONCE === 0) await pause();
      }
      hash.update(piece.sealed.hash);
      parts.push(parts.length === 0 ? BEGINNING : BETWEEN, piece.sealed.bytes);
    }
    if (parts.length === 0) parts.push(BEGINNING);
    parts.push(END);
    return { version: hash.digest('base64url').slice(0, 22), parts };
  }
}

/** A millisecond or two. */
const PIECES_AT_ONCE = 16;

const pieceOf = (id: number): number => Math.floor(id / IDS_A_PIECE);

const sealPiece = ({ products }: Piece): { bytes: Buffer; hash: Buffer } => {
  const inOrder = [...products].sort(([a], [b]) => a - b).map(([, json]) => json);
  const bytes = Buffer.from(inOrder.join(','));
  return { bytes, hash: createHash('sha256').update(bytes).digest() };
};
