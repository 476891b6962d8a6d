import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './negotiation.ts';

/** Something that is made in every encoding in which it is requested, once for all who request it. */
export class KeptEncodings<Made> {
  readonly #make: (encoding: Encoding) => Promise<Made>;
  readonly #pending: Partial<Record<Encoding, Promise<Made>>> = {};
  readonly #ready: Partial<Record<Encoding, Made>> = {};

  constructor(make: (encoding: Encoding) => Promise<Made>) {
    this.#make = make;
  }

  /** Returns it if it is made already. */
  ready(encoding: Encoding): Made | undefined {
    return this.#ready[encoding];
  }

  prepare(encoding: Encoding): Promise<Made> {
    this.#pending[encoding] ??= this.#make(encoding).then((made) => {
      this.#ready[encoding] = made;
      return made;
    });
    return this.#pending[encoding];
  }
}

/** "small": brotli at 5 compresses a megabyte in about 20 ms, about as small as gzip's best. */
const EFFORT = { fast: { brotli: 2, gzip: 1 }, small: { brotli: 5, gzip: constants.Z_DEFAULT_COMPRESSION } };

/** Compresses JSON off the event loop. */
export const compress = async (json: Buffer, encoding: Encoding, effort: keyof typeof EFFORT): Promise<Buffer> => {
  if (encoding === 'identity') return json;
  if (encoding === 'gzip') return promisify(gzip)(json, { level: EFFORT[effort].gzip });
  return promisify(brotliCompress)(json, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: EFFORT[effort].brotli,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: json.length,
    },
  });
};
