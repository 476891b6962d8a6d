import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FileProduct } from './fixtures.ts';

/** The file of a feed with these products. */
export const feedFile = (products: readonly FileProduct[]): Buffer => Buffer.from(JSON.stringify({ data: products }));

/** A feed on loopback. */
export interface Feed {
  url: string;
  /** Serves another file, or the same one with an ETag, so that the next response can be a 304. */
  serve(file: Buffer, options?: { etag: string }): void;
  stop(): void;
}

export const startFeed = async (): Promise<Feed> => {
  let bytes: Buffer = Buffer.alloc(0);
  let etag: string | undefined;
  const server = createServer((request, response) => {
    if (etag && request.headers['if-none-match'] === etag) return response.writeHead(304).end();
    return response.writeHead(200, { 'content-type': 'application/json', ...(etag && { etag }) }).end(bytes);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.json`,
    serve: (file, options) => {
      bytes = file;
      etag = options?.etag;
    },
    stop: () => server.close(),
  };
};
