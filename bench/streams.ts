import { once } from 'node:events';
import { type ClientRequest, get } from 'node:http';
import { listItems, plainProducts, setMarkup, signInAdmin, uploadProducts, withShop } from './fixtures.ts';
import { type Figure, type Part, timed } from './part.ts';
import { onBothEngines } from './postgres.ts';
import { type Running, residentMemory } from './processes.ts';
import { scaled } from './scale.ts';

const STREAMS = scaled(2000);
const PRODUCTS = scaled(2000);
/** Connections that are opened at the same time. */
const AT_ONCE = 100;

/** The pages of many members, each with an event stream, and one change that all of them must hear of. */
export const streams: Part = {
  name: 'streams',
  measure: async () => {
    const figures = await onBothEngines(({ name, settings }) =>
      withShop((shop) => measureStreams(shop, name), { ...settings, TRUST_PROXY: 'on' }),
    );
    return { figures: figures.flat() };
  },
};

const measureStreams = async (shop: Running, engine: string): Promise<Figure[]> => {
  const token = await signInAdmin(shop);
  await uploadProducts(shop, token, plainProducts(PRODUCTS, 0));
  const [item] = await listItems(shop, token);
  const before = residentMemory(shop.pid);
  let notified = 0;
  const open: ClientRequest[] = [];
  try {
    while (open.length < STREAMS) {
      const addresses = Array.from({ length: AT_ONCE }, (_, index) => `203.0.113.${1 + index}`);
      const opened = addresses.map((address) => openStream(shop, address, () => notified++));
      open.push(...(await Promise.all(opened)));
    }
    const memory = residentMemory(shop.pid) - before;
    // The first event of each stream has only the version.
    await until(() => notified === STREAMS);
    notified = 0;
    const milliseconds = await timed(async () => {
      await setMarkup(shop, token, { id: item!.id, markupDollars: 40 });
      await until(() => notified === STREAMS);
    });
    const streams = STREAMS.toLocaleString('en-US');
    return [
      {
        name: `${streams} event streams, all notified of a change, ${engine}`,
        value: milliseconds,
        unit: 'ms',
        bar: 1000,
      },
      { name: `Memory of ${streams} event streams, ${engine}`, value: memory, unit: 'MiB', bar: 50 },
    ];
  } finally {
    for (const request of open) request.destroy();
  }
};

/** Opens an event stream, from an address as a proxy reports it. Calls back for every event about the catalogue. */
const openStream = async ({ url }: Running, address: string, onEvent: () => void): Promise<ClientRequest> => {
  const request = get(`${url}/api/events`, { agent: false, headers: { 'x-forwarded-for': address } });
  const [response] = await once(request, 'response');
  if (response.statusCode !== 200) throw new Error(`The stream returned ${response.statusCode}.`);
  response.setEncoding('utf8');
  response.on('data', (text: string) => {
    for (const _ of text.matchAll(/^event: catalogue$/gm)) onEvent();
  });
  response.on('error', () => undefined);
  request.on('error', () => undefined);
  return request;
};

const until = async (isDone: () => boolean): Promise<void> => {
  const deadline = performance.now() + 10_000;
  while (!isDone()) {
    if (performance.now() > deadline) throw new Error('Not every stream was notified within 10 seconds.');
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
};
