import { type CatalogueEvent, getEvents } from '#contract/events.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import type { CatalogueChange } from '../catalogue/catalogue.ts';
import { type EventStream, eventFrame } from './event-streams.ts';
import { ShopInfoChanges } from './shop-info-changes.ts';

/** After a larger change the page loads the whole catalogue, which is compressed, instead of getting each product. */
const MOST_PRODUCTS = 200;
const MOST_CHARACTERS = 256 * 1024;

/** GET /api/events: open pages get the changes of the catalogue and patch what they have (behavior 4.4). */
export const registerEvents: Feature = (serve, shop, app) => {
  const { settings, currentSettings, catalogue, shopNotices, streams, gate, devices } = shop;
  const listening = new Set<EventStream>();

  const stopListening = catalogue.onChange((change) => {
    if (listening.size === 0) return;
    const frame = eventFrame('catalogue', changeEvent(change));
    for (const stream of listening) stream.send(frame);
  });
  const stopNotices = shopNotices.onChange(() => {
    const frame = eventFrame('notices', JSON.stringify(shopNotices.current));
    for (const stream of listening) stream.send(frame);
  });
  const stopSettings = currentSettings.onChange(() => {
    void streams.recheckAll();
    catalogue.refresh();
  });
  const shopChanges = new ShopInfoChanges(shop, {
    isHeard: () => listening.size > 0,
    onChange: (info) => {
      const frame = eventFrame('shop', info);
      for (const stream of listening) stream.send(frame);
    },
  });
  app.addHook('onClose', async () => {
    stopListening();
    stopNotices();
    stopSettings();
    shopChanges.stop();
  });

  serve(getEvents, async ({ request, reply }) => {
    await catalogue.soon();
    shopChanges.begin();
    const stream = streams.open(request, reply, {
      listener: (await devices.find(request)) ? 'known' : 'visitor',
      stillAllowed: async () => !settings.CATALOGUE_NEEDS_GATE || (await gate.recheck(request)),
    });
    if (!stream) return undefined;
    listening.add(stream);
    stream.onEnd(() => listening.delete(stream));
    stream.send(eventFrame('catalogue', versionEvent(catalogue.version)));
    return undefined;
  });
};

/** The version alone. A page with another version loads the catalogue. */
const versionEvent = (version: string): string =>
  JSON.stringify({ from: null, version, changed: [], removed: [] } satisfies CatalogueEvent);

const changeEvent = ({ from, version, changed, removed }: CatalogueChange): string => {
  const characters = changed.reduce((sum, product) => sum + product.length, 0);
  if (changed.length + removed.length > MOST_PRODUCTS || characters > MOST_CHARACTERS) return versionEvent(version);
  // The products are JSON already.
  const patch = `"changed":[${changed.join(',')}],"removed":${JSON.stringify(removed)}`;
  return `{"from":${JSON.stringify(from)},"version":${JSON.stringify(version)},${patch}}`;
};
