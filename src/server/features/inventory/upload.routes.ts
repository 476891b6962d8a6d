import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ShopError } from '#contract/errors.ts';
import { replaceInventory } from '#contract/inventory.ts';
import { UPLOAD_MAX_BYTES } from '#domain/constants.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { findAdmin } from '../../http/sessions.ts';
import { heavyWorkOf } from './heavy-work.ts';
import { inventoryTerms } from './inventory-terms.ts';

/** The upload that replaces the whole inventory (specification §7, decisions §5). */
export const registerUpload: Feature = async (serve, deps, app) => {
  const { settings, clock } = deps;
  await app.register(multipart, {
    limits: { fileSize: UPLOAD_MAX_BYTES, files: 1, fields: 10, parts: 12, fieldSize: 10_000 },
    throwFileSizeLimit: false,
  });
  const terms = inventoryTerms(settings);

  serve(replaceInventory, async ({ query, request: form }) => {
    const bytes = await readUpload(form);
    // The file is read after access was checked, and may have been long on its way.
    const user = await findAdmin(deps, form);
    const request = {
      bytes,
      dryRun: query.dryRun ?? false,
      planHash: query.planHash,
      actor: user.username,
      now: clock(),
      terms,
    };
    return heavyWorkOf(deps).change('replaceInventory', request, { bytes: bytes.length });
  });
};

/**
 * The bytes of the form's "file", checked by name and size (specification §5) and never more than the limit in memory.
 * @throws ShopError wrong_kind without a form, wrong_file_type, file_too_large, file_invalid for a form without the file
 * or one that broke off.
 */
const readUpload = async (request: FastifyRequest): Promise<Uint8Array> => {
  if (!request.isMultipart()) throw new ShopError('wrong_kind');
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      if (part.fieldname !== 'file') {
        part.file.resume();
        continue;
      }
      const named = /\.(customization|txt)$/i.test(part.filename ?? '');
      const chunks: Buffer[] = [];
      // Read to the end even where the name is refused: a browser hears the answer only after it has sent all.
      for await (const chunk of part.file) if (named) chunks.push(chunk as Buffer);
      if (!named) throw new ShopError('wrong_file_type');
      if (part.file.truncated) throw new ShopError('file_too_large');
      return Buffer.concat(chunks);
    }
  } catch (error) {
    if (error instanceof ShopError) throw error;
    request.log.info({ err: error }, 'upload broke off');
    throw incomplete('The upload is not whole. Nothing was changed; please send it again.');
  }
  throw incomplete('The form has no "file".');
};

const incomplete = (message: string): ShopError => new ShopError('file_invalid', { message, errors: [message] });
