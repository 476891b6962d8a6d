import type { Ids } from '#domain/changed-ids.ts';
import { ChangeFollower } from '../../db/change-follower.ts';
import { readItems } from '../../db/item-batches.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { compress, KeptEncodings } from '../../http/kept-encodings.ts';
import type { Encoding } from '../../http/negotiation.ts';
import { chunkOf, IDS_PER_CHUNK, inventoryBody } from '../catalogue/inventory-body.ts';
import { presentItem, type ShownTerms } from './inventory.present.ts';
import { listed, toItem } from './inventory.queries.ts';

const idsIn = (chunk: number): number[] =>
  Array.from({ length: IDS_PER_CHUNK }, (_, index) => chunk * IDS_PER_CHUNK + index);

/** Chunks with items, by their number: where each ends in `bytes`. */
export interface InventoryChunks {
  bytes: Uint8Array;
  ends: (readonly [chunk: number, end: number])[];
}

/** Reads some chunks of the panel's list, or all of them. A thread job. */
export const inventoryChunks = async (
  database: ShopDatabase,
  { only, ...terms }: ShownTerms & { only: Ids },
): Promise<InventoryChunks> => {
  const chunks = new Map<number, string[]>();
  await readItems(database, listed, {
    ids: only?.flatMap(idsIn) ?? null,
    onRow: (row) => {
      const json = JSON.stringify(presentItem(toItem(row), terms));
      const chunk = chunks.get(chunkOf(row.id));
      if (chunk) chunk.push(json);
      else chunks.set(chunkOf(row.id), [json]);
    },
  });
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

/**
 * The whole inventory as the panel gets it: the response of GET /api/admin/inventory as bytes, every listed item by id.
 * It is made once for all requests until something changes, and then only the chunks of changed items are read again.
 * Never older than the last commit that this process knew of when the request came.
 */
export class InventoryList {
  readonly #follower: ChangeFollower;
  readonly #chunks = new Map<number, Uint8Array>();
  #current: KeptEncodings<Uint8Array> | undefined;

  /** `load` reads the chunks with these numbers, or all. */
  constructor(database: ShopDatabase, load: (only: Ids) => Promise<InventoryChunks>) {
    this.#follower = new ChangeFollower(database, {
      topics: ['catalogue', 'inventory'],
      read: async (ids) => {
        const changed = ids && [...new Set(ids.map(chunkOf))];
        this.#replace(changed ?? [...this.#chunks.keys()], await load(changed));
      },
    });
  }

  async bytes(encoding: Encoding): Promise<Uint8Array> {
    await this.#follower.update();
    return this.#current!.prepare(encoding);
  }

  close(): Promise<void> {
    return this.#follower.close();
  }

  #replace(changed: readonly number[], { bytes, ends }: InventoryChunks): void {
    for (const chunk of changed) this.#chunks.delete(chunk);
    let start = 0;
    for (const [chunk, end] of ends) {
      this.#chunks.set(chunk, bytes.subarray(start, end));
      start = end;
    }
    const json = Buffer.concat(inventoryBody(this.#chunks));
    this.#current = new KeptEncodings((encoding) => compress(json, encoding, 'fast'));
  }
}
