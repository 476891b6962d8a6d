import { ShopError } from '#contract/errors.ts';
import { replaceInventory } from '#contract/inventory.ts';
import { UPLOAD_MAX_BYTES } from '#domain/constants.ts';
import { createServe, type Feature, type Serve } from '../../http/serve-endpoint.ts';
import type { Shop } from '../../shop.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { acceptForms, readFormFile } from './form-file.ts';
import { inventoryTerms } from './inventory-terms.ts';

/** The upload that replaces the whole inventory (behavior 9.7). */
export const registerUpload: Feature = async (_serve, shop, app) => {
  // A context of its own: only uploads take a form.
  await app.register(async (forms) => {
    await acceptForms(forms, UPLOAD_MAX_BYTES);
    serveUpload(createServe(forms, shop), shop);
  });
};

const isInventoryFile = (name: string): boolean => /\.(customization|txt)$/i.test(name);

const serveUpload = (serve: Serve, shop: Shop): void => {
  const { clock, jobs, sessions, tasks } = shop;

  serve(replaceInventory, async ({ query, request: form, reply }) => {
    const { bytes, name } = await readFormFile(form, { isNamed: isInventoryFile, tooLarge: 'file_too_large' });
    // The shop stops, and has told the caller that the file came too late (behavior 1.14).
    if (reply.sent) throw new ShopError('unavailable');
    // The file arrives after access was checked, and that may take long: check again (behavior 3.5).
    const user = await sessions.findFor('inventory.write', form);
    const request = {
      bytes,
      dryRun: query.dryRun ?? false,
      planHash: query.planHash,
      actor: actorOf(user),
      now: clock(),
      terms: inventoryTerms(shop),
    };
    const size = { bytes: bytes.length };
    if (request.dryRun) return jobs.run('replaceInventory', request, size);
    // The file is here, so the replacement goes on without its page.
    const order = { kind: 'upload', user, label: `Replace the inventory from ${name}` } as const;
    return tasks.run(order, (task) => jobs.change('replaceInventory', request, { ...size, task }));
  });
};
