import { type CatalogueEvent, getEvents } from '#contract/events.ts';
import { recheckGate } from '../../http/gate-cookie.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { catalogueOf } from '../catalogue/catalogue.routes.ts';
import type { CatalogueChange } from '../catalogue/catalogue.ts';
import { type EventStream, eventFrame, keepEventStreams, openEventStream } from './event-stream.ts';

/** A change of more than this is not told product by product: the page fetches the catalogue, which is compressed. */
const TOLD_PRODUCTS = 200;
const TOLD_CHARACTERS = 256 * 1024;

/** GET /api/events (decisions §4, §8 "events"): open pages hear what changed in the catalogue, and patch what they have. */
export const registerEvents: Feature = (serve, deps, app) => {
  const catalogue = catalogueOf(deps);
  const listening = new Set<EventStream>();
  keepEventStreams(app, deps);

  const stopHearing = catalogue.onChange((change) => {
    if (listening.size === 0) return;
    const frame = eventFrame('catalogue', tellChange(change));
    for (const stream of listening) stream.send(frame);
  });
  app.addHook('onClose', async () => stopHearing());

  serve(getEvents, async ({ request, reply }) => {
    await catalogue.fresh();
    const stream = openEventStream(request, reply, deps, {
      ...(deps.settings.CATALOGUE_NEEDS_GATE && { stillAllowed: () => recheckGate(deps, request) }),
    });
    listening.add(stream);
    stream.onEnd(() => listening.delete(stream));
    stream.send(eventFrame('catalogue', tellVersion(catalogue.version)));
    return undefined;
  });
};

/** The version alone: a page that has another one fetches the catalogue. */
const tellVersion = (version: string): string =>
  JSON.stringify({ from: null, version, changed: [], removed: [] } satisfies CatalogueEvent);

const tellChange = ({ from, version, changed, removed }: CatalogueChange): string => {
  const characters = changed.reduce((sum, product) => sum + product.length, 0);
  if (changed.length + removed.length > TOLD_PRODUCTS || characters > TOLD_CHARACTERS) return tellVersion(version);
  // The products are JSON already.
  const patch = `"changed":[${changed.join(',')}],"removed":${JSON.stringify(removed)}`;
  return `{"from":${JSON.stringify(from)},"version":${JSON.stringify(version)},${patch}}`;
};
