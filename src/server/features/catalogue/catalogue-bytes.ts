import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '../../http/negotiation.ts';

/** The catalogue in one encoding, ready to be sent. Headers are in the form that node:http writes fastest. */
export interface CatalogueResponse {
  etag: string;
  body: Buffer;
  /** Of a 200: names and values alternate. */
  headers: string[];
  /** Of a 304. */
  notModifiedHeaders: string[];
}

/** Each encoding has an ETag of its own, because the bytes differ. catalogueVersion (contract) reads the version from any. */
const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' };

/** Brotli at 5 compresses a megabyte in about 20 ms, about as small as gzip's best. */
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

/** "no-cache" lets browsers store the catalogue but makes them check each time, which is a 304. JSON needs no more protection. */
const commonHeaders = (isPrivate: boolean): string[] => [
  'Vary',
  'Accept-Encoding',
  'Cache-Control',
  isPrivate ? 'private, no-cache' : 'no-cache',
  'X-Content-Type-Options',
  'nosniff',
  'Cross-Origin-Resource-Policy',
  'same-origin',
  'Referrer-Policy',
  'same-origin',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
];

/**
 * One version of the catalogue as bytes (behavior 4.3). An encoding is compressed at its first request, off the event
 * loop, and then cached.
 */
export class CatalogueBytes {
  readonly version: string;
  /** The encodings that were requested. They will probably be requested in the next version too. */
  readonly requested = new Set<Encoding>();
  readonly #parts: readonly Uint8Array[];
  readonly #commonHeaders: readonly string[];
  readonly #ready: Partial<Record<Encoding, CatalogueResponse>> = {};
  readonly #pending: Partial<Record<Encoding, Promise<CatalogueResponse>>> = {};

  /** `isPrivate`: no cache between shop and browser may store it. */
  constructor({ version, parts }: { version: string; parts: readonly Uint8Array[] }, isPrivate: boolean) {
    this.version = version;
    this.#parts = parts;
    this.#commonHeaders = commonHeaders(isPrivate);
  }

  /** Returns the response if it is ready. */
  ready(encoding: Encoding): CatalogueResponse | undefined {
    this.requested.add(encoding);
    return this.#ready[encoding];
  }

  /** Returns the response and prepares it if necessary, once for all who request it. */
  prepare(encoding: Encoding): Promise<CatalogueResponse> {
    this.#pending[encoding] ??= this.#prepare(encoding);
    return this.#pending[encoding];
  }

  async prepareAll(encodings: Iterable<Encoding>): Promise<void> {
    await Promise.all([...encodings].map((encoding) => this.prepare(encoding)));
  }

  async #prepare(encoding: Encoding): Promise<CatalogueResponse> {
    const json = Buffer.concat(this.#parts);
    const body = encoding === 'identity' ? json : await compress[encoding](json);
    const response = this.#response(encoding, body);
    this.#ready[encoding] = response;
    return response;
  }

  #response(encoding: Encoding, body: Buffer): CatalogueResponse {
    const etag = `"${this.version}${SUFFIX[encoding]}"`;
    const shared = ['ETag', etag, ...this.#commonHeaders];
    return {
      etag,
      body,
      notModifiedHeaders: shared,
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
