import { createServer } from 'node:http';

/**
 * The machine's limit for reads: a node:http server that sends the shop's own bytes and headers. It fetches them once
 * from FETCH_URL in brotli. To a request with If-None-Match it responds with the shop's 304.
 */
const source = process.env.FETCH_URL!;

/** Fetches the response without decoding it, as fetch() would. */
const fetchRaw = async (
  requestHeaders: Record<string, string>,
): Promise<{ headers: Record<string, string>; body: Buffer }> => {
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get(source, { headers: requestHeaders }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const kept = Object.entries(response.headers).filter(
          ([name]) => !['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name),
        );
        resolve({ headers: Object.fromEntries(kept) as Record<string, string>, body: Buffer.concat(chunks) });
      });
    }).on('error', reject);
  });
};

const headers = { 'accept-encoding': 'br' };
const full = await fetchRaw(headers);
const notModified = await fetchRaw({ ...headers, 'if-none-match': full.headers.etag! });

createServer((request, response) => {
  if (request.headers['if-none-match'] === full.headers.etag) {
    response.writeHead(304, notModified.headers);
    response.end();
    return;
  }
  response.writeHead(200, full.headers);
  response.end(full.body);
}).listen(Number(process.env.PORT), '127.0.0.1');

process.on('SIGTERM', () => process.exit(0));
