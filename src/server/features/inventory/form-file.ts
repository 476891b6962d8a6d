import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ErrorCode, ShopError } from '#contract/errors.ts';
import { storable } from '#domain/text.ts';
import { MOST_FORM_BYTES } from '../../limits.ts';

/** The file of a form. */
export interface FormFile {
  bytes: Buffer;
  /** For people. */
  name: string;
}

/** Which files a call takes. */
interface Accepted {
  /** By the name; otherwise any. */
  isNamed?: (name: string) => boolean;
  /** The message about another file. */
  wrongType?: string;
  /** The error of a larger file than the limit. */
  tooLarge: ErrorCode;
}

/** Lets the calls of a context take a form with one file, of at most so many bytes. */
export const acceptForms = async (app: FastifyInstance, mostBytes: number): Promise<void> => {
  await app.register(multipart, {
    limits: { fileSize: mostBytes, files: 1, fields: 10, parts: 12, fieldSize: 10_000 },
    throwFileSizeLimit: false,
  });
};

/**
 * Returns the form's "file" after checking its name and size. Memory never holds more than the limit.
 * @throws ShopError wrong_kind without a form, wrong_file_type, `tooLarge`, file_invalid for a form without the file or an
 * incomplete one
 */
export const readFormFile = async (request: FastifyRequest, accepted: Accepted): Promise<FormFile> => {
  if (!request.isMultipart()) throw new ShopError('wrong_kind');
  try {
    const file = await Promise.race([readFile(request, accepted), endless(request.raw, accepted)]);
    if (file) return file;
  } catch (error) {
    if (error instanceof ShopError) throw error;
    request.log.info({ err: error }, 'upload was incomplete');
    throw incomplete('The upload is incomplete. Nothing was changed. Please send it again.');
  }
  throw incomplete('The form has no "file".');
};

/** A browser may send any name. */
const shownName = (name: string): string => storable(name).slice(-MOST_NAME);

const MOST_NAME = 100;

const readFile = async (
  request: FastifyRequest,
  { isNamed = () => true, wrongType, tooLarge }: Accepted,
): Promise<FormFile | undefined> => {
  let file: FormFile | undefined;
  // To the end of the form: what comes after the file may be cut off like the file itself.
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    if (part.fieldname !== 'file') {
      part.file.resume();
      continue;
    }
    const rightType = isNamed(part.filename ?? '');
    const chunks: Buffer[] = [];
    // A refused file is read to the end too, because a browser reads the response only after it has sent everything.
    for await (const chunk of part.file) if (rightType) chunks.push(chunk as Buffer);
    if (!rightType) throw new ShopError('wrong_file_type', wrongType === undefined ? {} : { message: wrongType });
    if (part.file.truncated) throw new ShopError(tooLarge);
    file = { bytes: Buffer.concat(chunks), name: shownName(part.filename) };
  }
  return file;
};

/**
 * Waits for more bytes than any form needs.
 * @throws ShopError `tooLarge`
 */
const endless = (body: Readable, { tooLarge }: Accepted): Promise<never> =>
  new Promise((_, reject) => {
    let received = 0;
    body.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > MOST_FORM_BYTES) reject(new ShopError(tooLarge));
    });
  });

const incomplete = (message: string): ShopError => new ShopError('file_invalid', { message, errors: [message] });
