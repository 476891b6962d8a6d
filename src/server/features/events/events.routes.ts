import { type CatalogueEvent, getEvents } from '#contract/events.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import type { CatalogueChange } from '../catalogue/catalogue.ts';
import { shopInfo } from '../settings/shop-info.ts';
import { type EventStream, eventFrame } from './event-streams.ts';

/** After a larger change the page loads the whole catalogue, which is compressed, instead of getting each product. */
const MOST_PRODUCTS = 200;
const MOST_CHARACTERS = 256 * 1024;

/** GET /api/events: open pages get the changes of the catalogue and patch what they have (behavior 4.4). */
export const registerEvents: Feature = (serve, shop, app) => {
  const { settings, currentSettings, catalogue, categories, shopNotices, logo, streams, gate, devices } = shop;
  const listening = new Set<EventStream>();

  const stopListening = catalogue.onChange((change) => {
    if (listening.size === 0) return;
    const frame = eventFrame('catalogue', changeEvent(change));
    for (const stream of listening) stream.send(frame);
    sendShop();
  });
  const stopNotices = shopNotices.onChange(() => {
    const frame = eventFrame('notices', JSON.stringify(shopNotices.current));
    for (const stream of listening) stream.send(frame);
  });
  let shown = JSON.stringify(shopInfo(shop));
  const sendShop = () => {
    const info = JSON.stringify(shopInfo(shop));
    if (info === shown) return;
    shown = info;
    const frame = eventFrame('shop', info);
    for (const stream of listening) stream.send(frame);
  };
  const stopLogo = logo.onChange(sendShop);
  const stopCategories = categories.onChange(sendShop);
  const stopSettings = currentSettings.onChange(() => {
    void streams.recheckAll();
    catalogue.refresh();
    sendShop();
  });
  app.addHook('onClose', async () => {
    stopListening();
    stopNotices();
    stopSettings();
    stopLogo();
    stopCategories();
  });

  serve(getEvents, async ({ request, reply }) => {
    await catalogue.soon();
    // Whoever opens the first stream has the shop as it is now.
    if (listening.size === 0) shown = JSON.stringify(shopInfo(shop));
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
