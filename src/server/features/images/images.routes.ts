import { getProxyImage } from '#contract/images.ts';
import { namesEtag } from '../../http/etag.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { readPicturePath } from './picture-path.ts';
import { choosePictureType } from './picture-type.ts';
import { Pictures } from './pictures.ts';
import { AbandonedError } from './work-queue.ts';

const PREFIX = getProxyImage.path.slice(0, -1);
const YEAR_SECONDS = 31_536_000;

/** GET /api/proxy-image/{path} (specification §7, decisions §4 "image forms", §8 "pictures"). */
export const registerImages: Feature = (serve, deps, app) => {
  const pictures = new Pictures(deps);
  app.addHook('onClose', () => pictures.close());
  const whose = deps.settings.CATALOGUE_NEEDS_GATE ? 'private' : 'public';
  const forGood = `${whose}, max-age=${YEAR_SECONDS}, immutable`;

  serve(getProxyImage, async ({ request, reply }) => {
    // The address as it came: what a router decodes can no longer be told from what was written.
    const [address = ''] = (request.raw.url ?? '').split('?');
    const path = readPicturePath(address.startsWith(PREFIX) ? address.slice(PREFIX.length) : '');
    const type = choosePictureType(request.headers.accept);
    const left = new AbortController();
    reply.raw.once('close', () => left.abort());
    const picture = await pictures.find(path, type, left.signal).catch((error) => {
      if (error instanceof AbandonedError) return null;
      throw error;
    });
    if (!picture) {
      reply.hijack();
      return undefined;
    }
    const { bytes, etag } = picture;
    reply.header('Cache-Control', forGood).header('Vary', 'Accept').header('ETag', etag);
    const ifNoneMatch = request.headers['if-none-match'];
    if (ifNoneMatch !== undefined && namesEtag(ifNoneMatch, etag)) reply.code(304).send();
    else reply.type(`image/${type}`).send(bytes);
    return undefined;
  });
};
