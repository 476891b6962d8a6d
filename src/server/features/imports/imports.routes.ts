import { ShopError } from '#contract/errors.ts';
import * as contract from '#contract/imports.ts';
import { retryPictures } from '#contract/tasks.ts';
import { UPLOAD_MAX_BYTES } from '#domain/constants.ts';
import { cleanName } from '#domain/typed-text.ts';
import { createServe, type Feature, type Serve } from '../../http/serve-endpoint.ts';
import type { Shop } from '../../shop.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { acceptForms, readFormFile } from '../inventory/form-file.ts';
import { inventoryTerms } from '../inventory/inventory-terms.ts';
import type { SignedIn } from '../users/sessions.ts';
import { deleteMapping, importBytes, keptName, listMappings, storeMapping } from './imports.queries.ts';
import { retryFailedPictures } from './retry-pictures.service.ts';

/** Files of other systems (behavior 9.26, 9.27). */
export const registerImports: Feature = async (serve, shop, app) => {
  const { database, clock, jobs } = shop;
  const authorOf = (user: SignedIn) => ({ actor: actorOf(user), now: clock(), terms: inventoryTerms(shop) });

  // A context of its own: only this call takes a form.
  await app.register(async (forms) => {
    await acceptForms(forms, UPLOAD_MAX_BYTES);
    serveUpload(createServe(forms, shop), shop);
  });

  /** A large file is read in the thread, however few items there are. */
  const sizeOf = async (id: string) => ({ bytes: await importBytes(database.read, { id }) });

  serve(contract.planImport, async ({ params: { id }, input, user }) =>
    jobs.run('planStoredImport', { id, ...input, ...authorOf(user) }, await sizeOf(id)),
  );

  serve(contract.applyImport, async ({ params: { id }, input: { planHash }, user, key }) =>
    jobs.change('applyStoredImport', { id, planHash, key, ...authorOf(user) }, await sizeOf(id)),
  );

  serve(retryPictures, async ({ params: { id }, user }) =>
    retryFailedPictures(database, { ...authorOf(user), taskId: id }),
  );

  serve(contract.listImportMappings, async () => ({ mappings: await listMappings(database.read) }));

  serve(contract.saveImportMapping, async ({ params, input: { mapping, columns } }) => {
    const typed = readName(params.name);
    return database.write(async (tx) => {
      const all = await listMappings(tx);
      const known = keptName(all, typed);
      if (known === undefined && all.length >= contract.MOST_MAPPINGS) throw new ShopError('too_many_mappings');
      const kept = { name: known ?? typed, mapping, ...(columns && { columns }) };
      await storeMapping(tx, kept);
      return kept;
    });
  });

  serve(contract.deleteImportMapping, async ({ params }) => {
    const typed = readName(params.name);
    return database.write(async (tx) => {
      const name = keptName(await listMappings(tx), typed);
      if (name === undefined) throw new ShopError('not_found');
      await deleteMapping(tx, { name });
      return { message: `"${name}" deleted` };
    });
  });
};

/** @throws ShopError invalid_input (400) for an empty name, or one that is too long */
const readName = (name: string): string => {
  const read = contract.mappingName.safeParse(name);
  if (!read.success) throw new ShopError('invalid_input', { message: read.error.issues[0]!.message });
  return cleanName(read.data);
};

const isProductFile = (name: string): boolean => /\.(csv|tsv|json)$/i.test(name);

const serveUpload = (serve: Serve, shop: Shop): void => {
  const { clock, jobs, sessions } = shop;

  serve(contract.createImport, async ({ request: form, reply }) => {
    const { bytes, name } = await readFormFile(form, {
      isNamed: isProductFile,
      wrongType: 'Invalid File Type: Please upload a .csv, .tsv or .json file only',
      tooLarge: 'file_too_large',
    });
    // The shop stops, and has told the caller that the file came too late (behavior 1.14).
    if (reply.sent) throw new ShopError('unavailable');
    // The file arrives after access was checked, and that may take long: check again (behavior 3.5).
    const user = await sessions.findFor('inventory.write', form);
    const request = { bytes, name, actor: actorOf(user), now: clock(), terms: inventoryTerms(shop) };
    return { import: await jobs.run('createImport', request, { bytes: bytes.length }) };
  });
};
