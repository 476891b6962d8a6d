import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ShopError } from '#contract/errors.ts';
import { replaceInventory } from '#contract/inventory.ts';
import { UPLOAD_MAX_BYTES } from '#domain/constants.ts';
import { storable } from '#domain/text.ts';
import { createServe, type Feature, type Serve } from '../../http/serve-endpoint.ts';
import { MOST_FORM_BYTES } from '../../limits.ts';
import type { Shop } from '../../shop.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { inventoryTerms } from './inventory-terms.ts';

/** The upload that replaces the whole inventory (behavior 9.7). */
export const registerUpload: Feature = async (_serve, shop, app) => {
  // A context of its own: no other call takes a form.
  await app.register(async (forms) => {
    await forms.register(multipart, {
      limits: { fileSize: UPLOAD_MAX_BYTES, files: 1, fields: 10, parts: 12, fieldSize: 10_000 },
      throwFileSizeLimit: false,
    });
    serveUpload(createServe(forms, shop), shop);
  });
};

const serveUpload = (serve: Serve, shop: Shop): void => {
  const { clock, jobs, sessions, tasks } = shop;
  const terms = inventoryTerms(shop);

  serve(replaceInventory, async ({ query, request: form, reply }) => {
    const { bytes, name } = await readUpload(form);
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
      terms,
    };
    const size = { bytes: bytes.length };
    if (request.dryRun) return jobs.run('replaceInventory', request, size);
    // The file is here, so the replacement goes on without its page.
    const order = { kind: 'upload', user, label: `Replace the inventory from ${name}` } as const;
    return tasks.run(order, (task) => jobs.change('replaceInventory', request, { ...size, task }));
  });
};

interface UploadedFile {
  bytes: Uint8Array;
  /** For people. */
  name: string;
}

/** A browser may send any name. */
const shownName = (name: string): string => storable(name).slice(-MOST_NAME);

const MOST_NAME = 100;

/**
 * Returns the form's "file" after checking its name and size. Memory never holds more than the limit.
 * @throws ShopError wrong_kind without a form, wrong_file_type, file_too_large, file_invalid for a form without the file
 * or an incomplete one
 */
const readUpload = async (request: FastifyRequest): Promise<UploadedFile> => {
  if (!request.isMultipart()) throw new ShopError('wrong_kind');
  try {
    const file = await Promise.race([readFile(request), endless(request.raw)]);
    if (file) return file;
  } catch (error) {
    if (error instanceof ShopError) throw error;
    request.log.info({ err: error }, 'upload was incomplete');
    throw incomplete('The upload is incomplete. Nothing was changed. Please send it again.');
  }
  throw incomplete('The form has no "file".');
};

const readFile = async (request: FastifyRequest): Promise<UploadedFile | undefined> => {
  let file: UploadedFile | undefined;
  // To the end of the form: what comes after the file may be cut off like the file itself.
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    if (part.fieldname !== 'file') {
      part.file.resume();
      continue;
    }
    const rightType = /\.(customization|txt)$/i.test(part.filename ?? '');
    const chunks: Buffer[] = [];
    // A refused file is read to the end too, because a browser reads the response only after it has sent everything.
    for await (const chunk of part.file) if (rightType) chunks.push(chunk as Buffer);
    if (!rightType) throw new ShopError('wrong_file_type');
    if (part.file.truncated) throw new ShopError('file_too_large');
    file = { bytes: Buffer.concat(chunks), name: shownName(part.filename) };
  }
  return file;
};

/**
 * Waits for more bytes than any form needs.
 * @throws ShopError file_too_large
 */
const endless = (body: Readable): Promise<never> =>
  new Promise((_, reject) => {
    let received = 0;
    body.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > MOST_FORM_BYTES) reject(new ShopError('file_too_large'));
    });
  });

const incomplete = (message: string): ShopError => new ShopError('file_invalid', { message, errors: [message] });
