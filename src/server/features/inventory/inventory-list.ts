import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Encoding } from '../../http/negotiation.ts';
import { chunkOf, IDS_PER_CHUNK, inventoryBody } from '../catalogue/inventory-body.ts';
import { presentItem } from './inventory.present.ts';
import { findItems, readListed, type StoredItem } from './inventory.queries.ts';
import type { InventoryTerms } from './inventory-terms.ts';

const idsIn = (chunk: number): number[] =>
  Array.from({ length: IDS_PER_CHUNK }, (_, index) => chunk * IDS_PER_CHUNK + index);

/** Chunks with items, by their number: where each ends in `bytes`. */
export interface InventoryChunks {
  bytes: Uint8Array;
  ends: (readonly [chunk: number, end: number])[];
}

/** Only this many rows are in memory at a time, because all of them take far more than the JSON that is made of them. */
const BATCH_SIZE = 1000;

/** Reads some chunks of the panel's list, or all of them. A thread job. */
export const inventoryChunks = async (
  database: ShopDatabase,
  { lowStock, only }: Pick<InventoryTerms, 'lowStock'> & { only: readonly number[] | null },
): Promise<InventoryChunks> => {
  const chunks = new Map<number, string[]>();
  const add = (items: readonly StoredItem[]) => {
    for (const item of items) {
      const json = JSON.stringify(presentItem(item, { lowStock }));
      const chunk = chunks.get(chunkOf(item.id));
      if (chunk) chunk.push(json);
      else chunks.set(chunkOf(item.id), [json]);
    }
  };
  if (only) {
    const items = await findItems(database.read, { ids: only.flatMap(idsIn) });
    add(items.filter((item) => item.listed));
  } else {
    const reader = database.openLongReader();
    try {
      await readListed(reader, { batchSize: BATCH_SIZE, onBatch: add, pause: () => setImmediate() });
    } finally {
      await reader.close();
    }
  }
  const buffers: Buffer[] = [];
  const ends: [number, number][] = [];
  let end = 0;
  for (const [chunk, json] of chunks) {
    const buffer = Buffer.from(json.join(','));
    end += buffer.length;
    buffers.push(buffer);
    ends.push([chunk, end]);
  }
  return { bytes: Buffer.concat(buffers), ends };
};

/** The list in every encoding that was requested. */
interface Bytes {
  json: Uint8Array;
  encoded: Partial<Record<Encoding, Promise<Uint8Array>>>;
}

/**
 * The whole inventory as the panel gets it: the response of GET /api/admin/inventory as bytes, every listed item by id.
 * It is made once for all requests until something changes, and then only the chunks of changed items are read again.
 * Never older than the last commit that this process knew of when the request came.
 */
export class InventoryList {
  readonly #load: (only: readonly number[] | null) => Promise<InventoryChunks>;
  readonly #stopListening: () => void;
  readonly #chunks = new Map<number, Uint8Array>();
  /** Chunks that changed since they were last read; null if all have to be read. */
  #changed: Set<number> | null = null;
  #current: Promise<Bytes> | null = null;
  /** Ends with the last reading, so that an older one cannot overwrite what a newer one read. */
  #lastRead: Promise<unknown> = Promise.resolve();

  /** `load` reads the chunks. */
  constructor(database: ShopDatabase, load: (only: readonly number[] | null) => Promise<InventoryChunks>) {
    this.#load = load;
    this.#stopListening = database.onChange(({ topic, ids }) => {
      if (topic !== 'catalogue' && topic !== 'inventory') return;
      this.#current = null;
      if (!ids) this.#changed = null;
      else for (const id of ids) this.#changed?.add(chunkOf(Number(id)));
    });
  }

  async bytes(encoding: Encoding): Promise<Uint8Array> {
    this.#current ??= this.#read();
    const { json, encoded } = await this.#current;
    if (encoding === 'identity') return json;
    encoded[encoding] ??= compress[encoding](json);
    return encoded[encoding];
  }

  close(): void {
    this.#stopListening();
  }

  #read(): Promise<Bytes> {
    const reading = this.#lastRead.then(async () => {
      await this.#readChanged();
      return { json: Buffer.concat(inventoryBody(this.#chunks)), encoded: {} };
    });
    this.#lastRead = reading.catch(() => {
      if (this.#current === reading) this.#current = null;
    });
    return reading;
  }

  async #readChanged(): Promise<void> {
    const changed = this.#changed;
    this.#changed = new Set();
    try {
      const { bytes, ends } = await this.#load(changed && [...changed]);
      for (const chunk of changed ?? [...this.#chunks.keys()]) this.#chunks.delete(chunk);
      let start = 0;
      for (const [chunk, end] of ends) {
        this.#chunks.set(chunk, bytes.subarray(start, end));
        start = end;
      }
    } catch (error) {
      this.#changed = changed && this.#changed && new Set([...changed, ...this.#changed]);
      throw error;
    }
  }
}

/** Speed before size, because every change makes a new list. */
const compress: Record<Exclude<Encoding, 'identity'>, (json: Uint8Array) => Promise<Uint8Array>> = {
  br: (json) => promisify(brotliCompress)(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }),
  gzip: (json) => promisify(gzip)(json, { level: 1 }),
};
