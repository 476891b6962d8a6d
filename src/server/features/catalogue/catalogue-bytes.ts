import { compress, KeptEncodings } from '../../http/kept-encodings.ts';
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
export class CatalogueBytes extends KeptEncodings<CatalogueResponse> {
  readonly version: string;
  /** The encodings that were requested. They will probably be requested in the next version too. */
  readonly requested = new Set<Encoding>();
  readonly #commonHeaders: readonly string[];

  /** `isPrivate`: no cache between shop and browser may store it. */
  constructor({ version, parts }: { version: string; parts: readonly Uint8Array[] }, isPrivate: boolean) {
    super(async (encoding) => this.#response(encoding, await compress(Buffer.concat(parts), encoding, 'small')));
    this.version = version;
    this.#commonHeaders = commonHeaders(isPrivate);
  }

  override ready(encoding: Encoding): CatalogueResponse | undefined {
    this.requested.add(encoding);
    return super.ready(encoding);
  }

  async prepareAll(encodings: Iterable<Encoding>): Promise<void> {
    await Promise.all([...encodings].map((encoding) => this.prepare(encoding)));
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
