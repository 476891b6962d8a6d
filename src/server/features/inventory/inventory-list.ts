import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Encoding } from '../../http/negotiation.ts';
import { presentItem } from './inventory.present.ts';
import { listItems } from './inventory.queries.ts';
import type { InventoryTerms } from './inventory-terms.ts';

/** The response of GET /api/admin/inventory as bytes: every listed item, by id. A thread job. */
export const inventoryJson = async (
  { read }: ShopDatabase,
  terms: Pick<InventoryTerms, 'lowStock'>,
): Promise<Uint8Array> => {
  const items = await listItems(read, { listedOnly: true });
  return Buffer.from(`{"inventory":[${items.map((item) => JSON.stringify(presentItem(item, terms))).join(',')}]}`);
};

/** The list in every encoding that was requested. */
interface Bytes {
  json: Uint8Array;
  encoded: Partial<Record<Encoding, Promise<Uint8Array>>>;
}

/**
 * The whole inventory as the panel gets it, serialized once for all requests until something changes. Never older than
 * the last commit that this process knew of when the request came.
 */
export class InventoryList {
  readonly #load: () => Promise<Uint8Array>;
  readonly #stopListening: () => void;
  #current: Promise<Bytes> | null = null;

  /** `load` returns the list as JSON. */
  constructor(database: ShopDatabase, load: () => Promise<Uint8Array>) {
    this.#load = load;
    this.#stopListening = database.onChange(({ topic }) => {
      if (topic === 'catalogue' || topic === 'inventory') this.#current = null;
    });
  }

  async bytes(encoding: Encoding): Promise<Uint8Array> {
    this.#current ??= this.#serialize();
    const { json, encoded } = await this.#current;
    if (encoding === 'identity') return json;
    encoded[encoding] ??= compress[encoding](json);
    return encoded[encoding];
  }

  close(): void {
    this.#stopListening();
  }

  #serialize(): Promise<Bytes> {
    const serializing = this.#load().then((json) => ({ json, encoded: {} }));
    serializing.catch(() => {
      if (this.#current === serializing) this.#current = null;
    });
    return serializing;
  }
}

/** Speed before size, because every change makes a new list. */
const compress: Record<Exclude<Encoding, 'identity'>, (json: Uint8Array) => Promise<Uint8Array>> = {
  br: (json) => promisify(brotliCompress)(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }),
  gzip: (json) => promisify(gzip)(json, { level: 1 }),
};
