import cluster from 'node:cluster';
import { ShopError } from '#contract/errors.ts';
import { getProxyImage } from '#contract/images.ts';
import { matchesEtag } from '../../http/negotiation.ts';
import { type Feature, leaving } from '../../http/serve-endpoint.ts';
import type { BackgroundJob } from '../../lib/repeat.ts';
import { serveLabResults } from './lab-results.routes.ts';
import { NamedPictures } from './named-pictures.ts';
import { readPicturePath } from './picture-path.ts';
import { choosePictureType } from './picture-type.ts';
import { Pictures } from './pictures.ts';
import { startPreparingPictures } from './prepare-pictures.ts';

const PREFIX = getProxyImage.path.slice(0, -1);
const YEAR_SECONDS = 31_536_000;

/** GET /api/proxy-image/{path} (behavior 4.9). */
export const registerImages: Feature = (serve, shop, app) => {
  const pictures = new Pictures(shop);
  const named = new NamedPictures(shop.database);
  app.addHook('onReady', async () => named.start());
  let preparing: BackgroundJob | undefined;
  // Once the shop is open, and in one of several processes.
  app.addHook('onListen', async () => {
    if (cluster.worker === undefined || cluster.worker.id === 1)
      preparing = startPreparingPictures({ pictures, sources: shop.pictureSources });
  });
  let origin = shop.settings.IMAGE_ORIGIN;
  const stopListening = shop.currentSettings.onChange(() => {
    if (shop.settings.IMAGE_ORIGIN === origin) return;
    origin = shop.settings.IMAGE_ORIGIN;
    void pictures.forget();
  });
  app.addHook('onClose', async () => {
    stopListening();
    const prepared = preparing?.stop();
    await named.close();
    // Ends the conversion that the preparation waits for.
    await pictures.close();
    await prepared;
  });
  serveLabResults(serve, shop, { pictures, named });
  const cacheControl = () =>
    `${shop.settings.CATALOGUE_NEEDS_GATE ? 'private' : 'public'}, max-age=${YEAR_SECONDS}, immutable`;

  serve(getProxyImage, async ({ request, reply }) => {
    // The raw address: after the router's decoding, encoded characters look like plain ones.
    const [address = ''] = (request.raw.url ?? '').split('?');
    const path = readPicturePath(address.startsWith(PREFIX) ? address.slice(PREFIX.length) : '');
    if (!(await named.has(path.path))) throw new ShopError('image_missing');
    const type = choosePictureType(request.headers.accept);
    const { bytes, etag } = await pictures.find(path, type, leaving(reply));
    reply.header('Cache-Control', cacheControl()).header('Vary', 'Accept').header('ETag', etag);
    const ifNoneMatch = request.headers['if-none-match'];
    if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag)) reply.code(304).send();
    else reply.type(`image/${type}`).send(bytes);
    return undefined;
  });
};
