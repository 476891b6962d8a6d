import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Deps } from '../../deps.ts';
import type { Encoding } from '../catalogue/content-encoding.ts';
import { heavyWorkOf } from './heavy-work.ts';

/** The panel's list as it travels. */
export interface AdminInventoryBody {
  json: Uint8Array;
  /** Made when first asked for. */
  encoded: Partial<Record<Encoding, Promise<Uint8Array>>>;
}

/**
 * The whole inventory as admins see it, made once for all who ask until something moves; never older than the last commit
 * this process made or heard of when the request came.
 */
export class AdminInventory {
  readonly #deps: Deps;
  readonly #stopHearing: () => void;
  #current: Promise<AdminInventoryBody> | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#stopHearing = deps.database.onMoved(({ topic }) => {
      if (topic === 'catalogue' || topic === 'inventory') this.#current = null;
    });
  }

  async bytes(encoding: Encoding): Promise<Uint8Array> {
    this.#current ??= this.#make();
    const { json, encoded } = await this.#current;
    if (encoding === 'identity') return json;
    encoded[encoding] ??= compress[encoding](json);
    return encoded[encoding];
  }

  close(): void {
    this.#stopHearing();
  }

  #make(): Promise<AdminInventoryBody> {
    const making = heavyWorkOf(this.#deps)
      .run('adminInventoryJson', null)
      .then((json) => ({ json, encoded: {} }));
    making.catch(() => {
      if (this.#current === making) this.#current = null;
    });
    return making;
  }
}

/** Fast before small: each edit makes a new list. */
const compress: Record<Exclude<Encoding, 'identity'>, (json: Uint8Array) => Promise<Uint8Array>> = {
  br: (json) => promisify(brotliCompress)(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }),
  gzip: (json) => promisify(gzip)(json, { level: 1 }),
};
