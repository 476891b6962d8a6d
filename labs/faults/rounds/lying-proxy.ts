import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server in front of a shop that can lie to callers. */
export interface LyingProxy {
  url: string;
  /** Answers so many changes of a cart's line with 200 and the new number, and does not forward them. */
  lie(times: number): void;
  /** The number of lies told. */
  lies(): number;
  close(): Promise<void>;
}

/** Starts a proxy for the shop at this address. */
export const startLyingProxy = async (shopUrl: string): Promise<LyingProxy> => {
  let lies = 0;
  let wanted = 0;
  const forward = (from: IncomingMessage, to: ServerResponse) => {
    const sent = request(`${shopUrl}${from.url}`, { method: from.method, headers: from.headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    sent.on('error', () => to.destroy());
    from.pipe(sent);
  };
  /** The cart as it is, with another number of pieces in one line. */
  const lie = async (from: IncomingMessage, to: ServerResponse, lineId: number) => {
    const asked: Buffer[] = [];
    for await (const part of from) asked.push(part as Buffer);
    const { quantity } = JSON.parse(Buffer.concat(asked).toString()) as { quantity: number };
    const { authorization = '' } = from.headers;
    const answer = await fetch(`${shopUrl}/api/cart`, { headers: { authorization } });
    const { cart, items } = (await answer.json()) as { cart: object; items: { id: number; quantity: number }[] };
    const line = items.find(({ id }) => id === lineId);
    if (line && line.quantity !== quantity) lies += 1;
    if (line) line.quantity = quantity;
    to.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ cart, items }));
  };
  const server = createServer((from, to) => {
    const lineId = /^\/api\/cart\/items\/(\d+)$/.exec(from.url ?? '')?.[1];
    if (lies < wanted && from.method === 'PATCH' && lineId) {
      lie(from, to, Number(lineId)).catch(() => to.destroy());
    } else {
      forward(from, to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lie: (times) => {
      wanted = lies + times;
    },
    lies: () => lies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
