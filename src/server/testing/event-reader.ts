import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type {
  AdminEvent,
  CatalogueEvent,
  getAdminEvents,
  getEvents,
  getUserEvents,
  UserEvent,
} from '#contract/events.ts';
import type { Sender } from './calls.ts';
import type { TestShop } from './test-shop.ts';

type EventsEndpoint = typeof getEvents | typeof getAdminEvents | typeof getUserEvents;

/** The data of a stream's events. */
type EventData<E extends EventsEndpoint> = E extends typeof getAdminEvents
  ? AdminEvent
  : E extends typeof getUserEvents
    ? UserEvent
    : CatalogueEvent;

interface StreamEvent<Data> {
  event: string;
  data: Data;
}

/** A page that listens to a stream of server-sent events over a real connection. */
export interface EventReader<Data> {
  response: IncomingMessage;
  /**
   * Waits for the next event of this name. Nobody promises an order between names, because jobs of the shop cause events
   * too. So events of other names stay, and can be asked for later.
   *
   * @throws Error if the stream ends first
   */
  next(name: string): Promise<StreamEvent<Data>>;
  /**
   * Waits for an event, and returns all events before it that no call has returned. For a test of what is not sent.
   *
   * @throws Error if the stream ends first
   */
  before(isLast: (event: StreamEvent<Data>) => boolean): Promise<StreamEvent<Data>[]>;
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
  let hasEnded = false;
  let notifyReader = () => {};
  const unread: StreamEvent<EventData<E>>[] = [];
  response.setEncoding('utf8').on('data', (text: string) => {
    received += text;
    for (let end = received.indexOf('\n\n', read); end >= 0; end = received.indexOf('\n\n', read)) {
      const block = received.slice(read, end);
      read = end + 2;
      const event = /^event: (.+)$/m.exec(block)?.[1];
      const data = /^data: (.+)$/m.exec(block)?.[1];
      if (event && data) unread.push({ event, data: JSON.parse(data) });
    }
    notifyReader();
  });
  const ended = new Promise<void>((resolve) => {
    response.once('close', resolve).once('error', () => resolve());
  }).then(() => {
    hasEnded = true;
    notifyReader();
  });
  /** Waits until an event is there. Returns its place among those that are not read. */
  const find = async (isWanted: (event: StreamEvent<EventData<E>>) => boolean): Promise<number> => {
    for (;;) {
      const place = unread.findIndex(isWanted);
      if (place >= 0) return place;
      if (hasEnded) throw new Error(`The stream ended before the event. Unread: ${JSON.stringify(unread)}`);
      await new Promise<void>((resolve) => {
        notifyReader = resolve;
      });
    }
  };
  return {
    response,
    next: async (name) => unread.splice(await find(({ event }) => event === name), 1)[0]!,
    before: async (isLast) => unread.splice(0, (await find(isLast)) + 1).slice(0, -1),
    text: () => received,
    ended,
    leave: () => call.destroy(),
  };
};
