import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const answer = z.object({
  /** The address of the logo; null without one. */
  logo: z.nullable(z.string()),
});

/** The gate shows it too, so everybody may see it: bytes, not JSON (behavior 11.12). */
export const getLogo = endpoint({
  method: 'GET',
  path: '/api/logo/:name',
  access: 'public',
  summary: 'The logo of the shop',
  params: z.object({ name: z.string() }),
  unknown: 'image_missing',
  errors: [],
});

/** Sets the logo: a multipart form with the field "file", a picture as items have them (behavior 9.19). */
export const setLogo = endpoint({
  method: 'PUT',
  path: '/api/admin/logo',
  access: 'settings.write',
  reauthentication: 'recent',
  summary: 'Set the logo of the shop',
  output: answer,
  errors: ['file_invalid', 'picture_refused', 'picture_too_large'],
});

export const removeLogo = endpoint({
  method: 'DELETE',
  path: '/api/admin/logo',
  access: 'settings.write',
  reauthentication: 'recent',
  summary: 'Remove the logo of the shop',
  output: answer,
  errors: [],
});
