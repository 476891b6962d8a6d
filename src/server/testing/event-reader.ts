import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { TestShop } from './test-shop.ts';

/** A page that listens to a stream of server-sent events over a real connection. */
export interface EventReader {
  response: IncomingMessage;
  /** The next event, waiting for it. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects
  next(): Promise<{ event: string; data: any }>;
  /** Everything that came, as text. */
  text(): string;
  /** Resolves when the server has ended the stream, however it did. */
  ended: Promise<void>;
  leave(): void;
}

const listening = new WeakMap<TestShop, Promise<string>>();

/** Starts to serve a test shop on a real port, once; answers its address. */
export const listen = (shop: TestShop): Promise<string> => {
  const address = listening.get(shop) ?? shop.app.listen({ port: 0, host: '127.0.0.1' });
  listening.set(shop, address);
  return address;
};

export const openEvents = async (
  shop: TestShop,
  path: string,
  headers: Record<string, string> = {},
): Promise<EventReader> => {
  const address = await listen(shop);
  const { response, call } = await new Promise<{ response: IncomingMessage; call: ClientRequest }>(
    (resolve, reject) => {
      const call = request(`${address}${path}`, { headers, agent: false }, (response) => resolve({ response, call }));
      call.once('error', reject).end();
    },
  );
  let received = '';
  let taken = 0;
  let arrived = () => {};
  response.setEncoding('utf8').on('data', (text: string) => {
    received += text;
    arrived();
  });
  const ended = new Promise<void>((resolve) => {
    response.once('close', resolve).once('error', () => resolve());
  });
  const next = async () => {
    for (;;) {
      const end = received.indexOf('\n\n', taken);
      if (end < 0) {
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
        continue;
      }
      const block = received.slice(taken, end);
      taken = end + 2;
      const event = /^event: (.+)$/m.exec(block)?.[1];
      const data = /^data: (.+)$/m.exec(block)?.[1];
      if (event && data) return { event, data: JSON.parse(data) };
    }
  };
  return { response, next, text: () => received, ended, leave: () => call.destroy() };
};
