import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AdminEvent, CatalogueEvent, getAdminEvents, getEvents } from '#contract/events.ts';
import type { Sender } from './calls.ts';
import type { TestShop } from './test-shop.ts';

type EventsEndpoint = typeof getEvents | typeof getAdminEvents;

/** The data of a stream's events. */
type EventData<E extends EventsEndpoint> = E extends typeof getAdminEvents ? AdminEvent : CatalogueEvent;

/** A page that listens to a stream of server-sent events over a real connection. */
export interface EventReader<Data> {
  response: IncomingMessage;
  /** Waits for the next event. */
  next(): Promise<{ event: string; data: Data }>;
  /** Everything that was received, as text. */
  text(): string;
  /** Resolves when the stream has ended, whichever side ended it. */
  ended: Promise<void>;
  leave(): void;
}

const listening = new WeakMap<TestShop, Promise<string>>();

/** Starts to serve a test shop on a real port, once. Returns its address. */
export const listen = (shop: TestShop): Promise<string> => {
  const address = listening.get(shop) ?? shop.app.listen({ port: 0, host: '127.0.0.1' });
  listening.set(shop, address);
  return address;
};

export const openEvents = async <E extends EventsEndpoint>(
  shop: TestShop,
  { path }: E,
  { token, cookies = {}, headers }: Omit<Sender, 'remoteAddress'> = {},
): Promise<EventReader<EventData<E>>> => {
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const options = {
    agent: false,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
      ...headers,
    },
  };
  const address = await listen(shop);
  const { response, call } = await new Promise<{ response: IncomingMessage; call: ClientRequest }>(
    (resolve, reject) => {
      const call = request(`${address}${path}`, options, (response) => resolve({ response, call }));
      call.once('error', reject).end();
    },
  );
  let received = '';
  let read = 0;
  let notifyReader = () => {};
  response.setEncoding('utf8').on('data', (text: string) => {
    received += text;
    notifyReader();
  });
  const ended = new Promise<void>((resolve) => {
    response.once('close', resolve).once('error', () => resolve());
  });
  const next = async () => {
    for (;;) {
      const end = received.indexOf('\n\n', read);
      if (end < 0) {
        await new Promise<void>((resolve) => {
          notifyReader = resolve;
        });
        continue;
      }
      const block = received.slice(read, end);
      read = end + 2;
      const event = /^event: (.+)$/m.exec(block)?.[1];
      const data = /^data: (.+)$/m.exec(block)?.[1];
      if (event && data) return { event, data: JSON.parse(data) };
    }
  };
  return { response, next, text: () => received, ended, leave: () => call.destroy() };
};
