import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './content-encoding.ts';

/** The catalogue in one encoding, ready to be sent: headers as node:http writes them fastest. */
export interface CatalogueAnswer {
  etag: string;
  body: Buffer;
  /** Of a 200: names and values in turn. */
  headers: string[];
  /** Of a 304. */
  notModified: string[];
}

/** ETags differ by encoding, because the bytes do; catalogueVersion (contract) reads the version out of any. */
const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' };

/** Brotli at 5 makes a megabyte in some 20 ms, about as small as gzip's best. */
const BROTLI_QUALITY = 5;

const compress: Record<Exclude<Encoding, 'identity'>, (json: Buffer) => Promise<Buffer>> = {
  br: (json) =>
    promisify(brotliCompress)(json, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: json.length,
      },
    }),
  gzip: (json) => promisify(gzip)(json),
};

/**
 * One version of the catalogue as bytes. An encoding is made when it is first wanted, off the event loop, and kept.
 * `commonHeaders` go with every answer.
 */
export class CatalogueBytes {
  readonly version: string;
  /** The encodings that someone asked for: they are likely to be asked for in the next version too. */
  readonly asked = new Set<Encoding>();
  readonly #parts: readonly Buffer[];
  readonly #commonHeaders: readonly string[];
  readonly #ready: Partial<Record<Encoding, CatalogueAnswer>> = {};
  readonly #inMaking: Partial<Record<Encoding, Promise<CatalogueAnswer>>> = {};

  constructor({ version, parts }: { version: string; parts: readonly Buffer[] }, commonHeaders: readonly string[]) {
    this.version = version;
    this.#parts = parts;
    this.#commonHeaders = commonHeaders;
  }

  /** The answer where it is ready now. */
  ready(encoding: Encoding): CatalogueAnswer | undefined {
    this.asked.add(encoding);
    return this.#ready[encoding];
  }

  /** The answer, made now where it is not ready; however many ask, it is made once. */
  make(encoding: Encoding): Promise<CatalogueAnswer> {
    this.#inMaking[encoding] ??= this.#make(encoding);
    return this.#inMaking[encoding];
  }

  /** Makes the answers of these encodings ready. */
  async makeAll(encodings: Iterable<Encoding>): Promise<void> {
    await Promise.all([...encodings].map((encoding) => this.make(encoding)));
  }

  async #make(encoding: Encoding): Promise<CatalogueAnswer> {
    const json = Buffer.concat(this.#parts);
    const body = encoding === 'identity' ? json : await compress[encoding](json);
    const answer = this.#answer(encoding, body);
    this.#ready[encoding] = answer;
    return answer;
  }

  #answer(encoding: Encoding, body: Buffer): CatalogueAnswer {
    const etag = `"${this.version}${SUFFIX[encoding]}"`;
    const shared = ['ETag', etag, ...this.#commonHeaders];
    return {
      etag,
      body,
      notModified: shared,
      headers: [
        'Content-Type',
        'application/json; charset=utf-8',
        ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
        'Content-Length',
        String(body.length),
        ...shared,
      ],
    };
  }
}
