import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { uploadPicture } from '#contract/item-pictures.ts';
import { setLogo } from '#contract/logo.ts';
import type { TestUser } from './factories.ts';
import { buildUploadForm } from './inventory.ts';
import type { TestShop } from './test-shop.ts';

/** Builds a picture with noise, so that it does not compress to almost nothing and no two are equal. */
export const buildPicture = ({
  width = 120,
  height = 90,
  change = (picture: Sharp) => picture.png(),
} = {}): Promise<Buffer> => {
  const noise = { type: 'gaussian', mean: 120, sigma: 30 } as const;
  return change(sharp({ create: { width, height, channels: 3, background: '#356', noise } })).toBuffer();
};

/** Uploads a picture as the panel does. */
export const sendPicture = async (
  { call }: TestUser,
  id: number,
  picture?: Buffer,
  headers: Record<string, string> = {},
) => {
  const { type, form } = buildUploadForm(picture ?? (await buildPicture()), { filename: 'jar.png' });
  return call(uploadPicture, { params: { id }, body: form, headers: { 'content-type': type, ...headers } });
};

/** Uploads a logo as the panel does. */
export const sendLogo = async ({ call }: Pick<TestUser, 'call'>, picture?: Buffer) => {
  const { type, form } = buildUploadForm(picture ?? (await buildPicture()), { filename: 'logo.png' });
  return call(setLogo, { body: form, headers: { 'content-type': type } });
};

/** The names of the files of uploaded pictures. */
export const uploadedFiles = ({ dataDir }: TestShop): string[] => {
  const folder = join(dataDir, 'pictures', 'uploaded');
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};
