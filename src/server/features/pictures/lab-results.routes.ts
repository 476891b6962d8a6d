import { ShopError } from '#contract/errors.ts';
import { getLabResult } from '#contract/images.ts';
import { matchesEtag } from '../../http/negotiation.ts';
import { leaving, type Serve } from '../../http/serve-endpoint.ts';
import type { Shop } from '../../shop.ts';
import type { NamedPictures } from './named-pictures.ts';
import { isPdf } from './picture-content.ts';
import { readPicturePath } from './picture-path.ts';
import { choosePictureType } from './picture-type.ts';
import type { FilePlace, Pictures } from './pictures.ts';

const PREFIX = getLabResult.path.slice(0, -1);
/** Pixels: wide enough to read the small print of a page. */
const WIDTH = 1600;
/** A laboratory may correct a result under the same name, so browsers ask again soon, and the origin is asked each day. */
const MAX_AGE_SECONDS = 300;

/** The errors of pictures, in words that fit. */
const MESSAGES: Partial<Record<string, string>> = {
  image_missing: 'This lab result is not available.',
  image_refused: 'This lab result is not allowed.',
  image_origin_failed: 'The source of lab results does not respond.',
};

/** Serves GET /api/lab-results/{path} (behavior 4.13): pictures are converted like those of products, PDFs are attached. */
export const serveLabResults = (
  serve: Serve,
  { settings, labSources, clock }: Shop,
  { pictures, named }: { pictures: Pictures; named: NamedPictures },
): void => {
  const placeOfToday = (): FilePlace => ({
    name: `lab ${new Date(clock()).toISOString().slice(0, 10)} `,
    sources: labSources,
    acceptsPdf: true,
  });
  const cacheControl = () => `${settings.CATALOGUE_NEEDS_GATE ? 'private' : 'public'}, max-age=${MAX_AGE_SECONDS}`;

  serve(getLabResult, async ({ request, reply }) => {
    try {
      // The raw address: after the router's decoding, encoded characters look like plain ones.
      const [address = ''] = (request.raw.url ?? '').split('?');
      const { path } = readPicturePath(address.startsWith(PREFIX) ? address.slice(PREFIX.length) : '');
      if (!(await named.hasLabResult(path))) throw new ShopError('image_missing');
      const type = choosePictureType(request.headers.accept);
      const wanted = { path, width: WIDTH, candidates: [path] };
      const { bytes, etag } = await pictures.find(wanted, type, leaving(reply), placeOfToday());
      reply.header('Cache-Control', cacheControl()).header('Vary', 'Accept').header('ETag', etag);
      const ifNoneMatch = request.headers['if-none-match'];
      if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag)) reply.code(304).send();
      else if (isPdf(bytes)) {
        reply
          .type('application/pdf')
          .header('Content-Disposition', `attachment; ${fileName(path)}`)
          .send(bytes);
      } else reply.type(`image/${type}`).send(bytes);
    } catch (error) {
      throw withFittingWords(error);
    }
    return undefined;
  });
};

/** The file's name for the browser. It always ends in ".pdf", because a file with another ending could be run. */
const fileName = (path: string): string => {
  const name = `${path
    .split('/')
    .at(-1)!
    .replace(/\.pdf$/i, '')}.pdf`;
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encoded}`;
};

const withFittingWords = (error: unknown): unknown => {
  const message = error instanceof ShopError ? MESSAGES[error.code] : undefined;
  return message === undefined ? error : new ShopError((error as ShopError).code, { message });
};
