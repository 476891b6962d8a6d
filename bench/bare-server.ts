import { createServer } from 'node:http';

/**
 * The limit of the machine for a read: node:http sending the shop's own bytes and headers, fetched once from FETCH_URL
 * in brotli. With If-None-Match it answers the shop's 304.
 */
const source = process.env.FETCH_URL!;

/** The answer as it travels: fetch() would take the brotli off. */
const raw = async (wanted: Record<string, string>): Promise<{ headers: Record<string, string>; body: Buffer }> => {
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get(source, { headers: wanted }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const kept = Object.entries(answer.headers).filter(
          ([name]) => !['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name),
        );
        resolve({ headers: Object.fromEntries(kept) as Record<string, string>, body: Buffer.concat(chunks) });
      });
    }).on('error', reject);
  });
};

const headers = { 'accept-encoding': 'br' };
const full = await raw(headers);
const none = await raw({ ...headers, 'if-none-match': full.headers.etag! });

createServer((request, response) => {
  if (request.headers['if-none-match'] === full.headers.etag) {
    response.writeHead(304, none.headers);
    response.end();
    return;
  }
  response.writeHead(200, full.headers);
  response.end(full.body);
}).listen(Number(process.env.PORT), '127.0.0.1');

process.on('SIGTERM', () => process.exit(0));
