import type { FastifyReply, FastifyRequest } from 'fastify';
import { ShopError } from '#contract/errors.ts';
import { setPictures, uploadLabFile, uploadPicture } from '#contract/item-pictures.ts';
import { PICTURE_MAX_BYTES } from '#domain/item-pictures.ts';
import { createServe, type Feature, type Serve } from '../../http/serve-endpoint.ts';
import type { Shop } from '../../shop.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { PictureProcesses } from '../pictures/picture-processes.ts';
import { acceptForms, readFormFile } from './form-file.ts';
import { findItems, type StoredItem } from './inventory.queries.ts';
import { inventoryTerms } from './inventory-terms.ts';
import { editItem, itemGone } from './item-edit.service.ts';
import {
  addPicture,
  type KeptPicture,
  ownPaths,
  setLabFile,
  toKeptPicture,
  toLabFile,
} from './item-pictures.service.ts';

/** Pictures that are uploaded for an item, and their order (behavior 9.19). */
export const registerItemPictures: Feature = async (serve, shop, app) => {
  const { database, clock } = shop;

  serve(setPictures, async ({ params, input: { images, expected }, user }) => {
    const edited = await editItem(database, {
      id: Number(params.id),
      edit: (item) => ({ images: ownPaths(item, images) }),
      expected: { images: expected },
      terms: inventoryTerms(shop),
      actor: actorOf(user),
      now: clock(),
    });
    return { message: 'Pictures updated successfully', ...edited };
  });

  // A context of its own: only uploads take a form.
  await app.register(async (forms) => {
    await acceptForms(forms, PICTURE_MAX_BYTES);
    // Processes of their own: an upload does not wait for the pictures of a busy shop, nor they for it.
    const processes = new PictureProcesses(shop.timeLimits.conversion);
    forms.addHook('onClose', async () => processes.close());
    serveUpload(createServe(forms, shop), shop, processes);
  });
};

const serveUpload = (serve: Serve, shop: Shop, processes: PictureProcesses): void => {
  const { database, clock, sessions, uploadedPictures } = shop;

  interface Upload {
    id: number;
    key: string | null;
    request: FastifyRequest;
    reply: FastifyReply;
    convert: (bytes: Buffer, item: StoredItem) => Promise<KeptPicture>;
    store: typeof addPicture;
  }

  const take = async ({ id, key, request, reply, convert, store }: Upload) => {
    const file = await readFormFile(request, { tooLarge: 'picture_too_large' });
    const [item] = await findItems(database.read, { ids: [id] });
    if (!item?.listed) throw itemGone();
    const picture = await convert(file.bytes, item);
    // The shop stops, and has told the caller that the file came too late (behavior 1.14).
    if (reply.sent) throw new ShopError('unavailable');
    // The file arrives after access was checked, and that may take long: check again (behavior 3.5).
    const user = await sessions.findFor('inventory.write', request);
    const added = await store(database, {
      id,
      picture,
      key,
      terms: inventoryTerms(shop),
      actor: actorOf(user),
      now: clock(),
    });
    await uploadedPictures.keep(picture.path, picture.bytes);
    return added;
  };

  serve(uploadPicture, async ({ params, key, request, reply }) => {
    const convert = (bytes: Buffer) => toKeptPicture(processes, bytes);
    const added = await take({ id: Number(params.id), key, request, reply, convert, store: addPicture });
    return { message: 'Picture uploaded successfully', ...added };
  });

  serve(uploadLabFile, async ({ params, key, request, reply }) => {
    const convert = (bytes: Buffer, { lab }: StoredItem) => {
      // Converting takes a while, so what cannot be stored is refused first.
      if (lab === null) throw new ShopError('lab_needed');
      return toLabFile(processes, bytes);
    };
    const added = await take({ id: Number(params.id), key, request, reply, convert, store: setLabFile });
    return { message: 'Lab file uploaded successfully', ...added };
  });
};
