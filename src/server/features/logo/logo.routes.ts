import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ShopError } from '#contract/errors.ts';
import { getLogo, removeLogo, setLogo } from '#contract/logo.ts';
import { PICTURE_MAX_BYTES } from '#domain/item-pictures.ts';
import { afterSaving } from '../../db/failures.ts';
import { lockInventory } from '../../db/locks.ts';
import { lockState, setState } from '../../db/shop-state.ts';
import { createServe, type Feature } from '../../http/serve-endpoint.ts';
import { packageRoot } from '../../lib/program.ts';
import type { Shop } from '../../shop.ts';
import { type AuditActor, actorOf, recordAudit } from '../audit/audit.queries.ts';
import { acceptForms, readFormFile } from '../inventory/form-file.ts';
import { type KeptPicture, toKeptPicture } from '../inventory/item-pictures.service.ts';
import { PictureProcesses } from '../pictures/picture-processes.ts';
import { insertPictures } from '../pictures/pictures.queries.ts';
import { logoAddress, logoPath } from './shop-logo.ts';

/** Pixels. Pages show it 80 high at most; an installed shop has larger icons. */
const WIDTH = 512;
const YEAR_SECONDS = 31_536_000;
/** The manifest of a shop without a logo. */
const MANIFEST = join(packageRoot, 'dist', 'public', 'manifest.webmanifest');

/** The logo of the shop, and the manifest that has it as an icon (behavior 11.12). */
export const registerLogo: Feature = async (serve, shop, app) => {
  const { logo, sessions, uploadedPictures } = shop;
  app.addHook('onReady', () => logo.start());
  app.addHook('onClose', () => logo.close());

  serve(getLogo, async ({ params, reply }) => {
    const path = logoPath(params.name);
    if (path === null || !(await logo.has(path))) throw new ShopError('image_missing');
    const bytes = await (await uploadedPictures.find([path]))?.load(() => {});
    if (!bytes) throw new ShopError('image_missing');
    // Another logo has another name.
    reply.header('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`).type('image/webp').send(bytes);
    return undefined;
  });

  serve(removeLogo, ({ user }) => changeLogo(shop, actorOf(user), null));

  app.get('/manifest.webmanifest', async (_request, reply) => {
    const built = await readFile(MANIFEST, 'utf8').catch(() => null);
    if (built === null) throw new ShopError('not_found');
    reply.header('Cache-Control', 'no-cache').type('application/manifest+json');
    return logo.address === null ? built : JSON.stringify(withIcon(JSON.parse(built), logo.address));
  });

  // A context of its own: only the upload takes a form.
  await app.register(async (forms) => {
    await acceptForms(forms, PICTURE_MAX_BYTES);
    const processes = new PictureProcesses(shop.timeLimits.conversion);
    forms.addHook('onClose', async () => processes.close());
    createServe(forms, shop)(setLogo, async ({ request, reply }) => {
      const file = await readFormFile(request, { tooLarge: 'picture_too_large' });
      const picture = await toKeptPicture(processes, file.bytes, WIDTH);
      // The shop stops, and has told the caller that the file came too late (behavior 1.14).
      if (reply.sent) throw new ShopError('unavailable');
      // The file arrives after access was checked, and that may take long: check again (behavior 3.5).
      const user = await sessions.findFor('settings.write', request);
      const changed = await changeLogo(shop, actorOf(user), picture);
      await uploadedPictures.keep(picture.path, picture.bytes);
      return changed;
    });
  });
};

/** Sets or removes the logo. Its bytes are stored in the same transaction. */
const changeLogo = async ({ database, logo, clock }: Shop, actor: AuditActor, picture: KeptPicture | null) => {
  const changed = await database.write(async (tx, touch) => {
    const now = clock();
    // Pruning holds the same lock, so the picture that it is about to delete is not this one.
    await lockInventory(tx);
    const before = await lockState(tx, 'logo');
    const after = picture?.path ?? '';
    if (picture) await insertPictures(tx, { pictures: [picture], now });
    if (after !== before) {
      await setState(tx, 'logo', after);
      const named = { before: logoAddress(before), after: logoAddress(after) };
      await recordAudit(tx, { actor, kind: 'settings', subject: 'the logo', ...named, now });
      touch('logo', []);
    }
    return { logo: logoAddress(after) };
  });
  await afterSaving(() => logo.update());
  return changed;
};

/** The logo comes first. A device that wants another form, such as one with room around it, finds the shop's own. */
const withIcon = (manifest: { icons: object[] }, src: string): object => ({
  ...manifest,
  icons: [{ src, type: 'image/webp', sizes: 'any' }, ...manifest.icons],
});
