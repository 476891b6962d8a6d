import * as z from 'zod/mini';
import { MOST_PICTURES } from '#domain/item-pictures.ts';
import { endpoint } from './endpoint.ts';
import { editedItem } from './inventory.ts';
import { idParam, text } from './values.ts';

/**
 * Uploads a picture of an item: a multipart form with the field "file". It becomes the first one, and the pictures belong
 * to the shop from then on (behavior 9.19).
 */
export const uploadPicture = endpoint({
  method: 'POST',
  path: '/api/admin/inventory/:id/pictures',
  access: 'inventory.write',
  takesIdempotencyKey: true,
  summary: 'Upload a picture of one item',
  params: idParam,
  status: 201,
  output: editedItem,
  errors: ['file_invalid', 'picture_refused', 'picture_too_large', 'too_many_pictures'],
});

/**
 * Uploads the file of an item's lab result: a multipart form with the field "file", a PDF or a picture. The result belongs
 * to the shop from then on (behavior 9.19).
 */
export const uploadLabFile = endpoint({
  method: 'POST',
  path: '/api/admin/inventory/:id/lab-file',
  access: 'inventory.write',
  takesIdempotencyKey: true,
  summary: "Upload the file of one item's lab result",
  params: idParam,
  output: editedItem,
  errors: ['file_invalid', 'picture_refused', 'picture_too_large', 'lab_needed'],
});

const IMAGES = `images must be a list of at most ${MOST_PICTURES} addresses`;
/** An address is a path in its encoded form. */
const LONGEST_ADDRESS = 5000;

const images = z.array(text(LONGEST_ADDRESS, IMAGES), IMAGES).check(z.maxLength(MOST_PICTURES, IMAGES));

/** Puts an item's pictures in another order, or removes some. All of them must be the item's own, or the feed's for it. */
export const setPictures = endpoint({
  method: 'PATCH',
  path: '/api/admin/inventory/:id/pictures',
  access: 'inventory.write',
  summary: 'Set the order of the pictures of one item, or remove some',
  params: idParam,
  input: z.object({ images, expected: z.optional(images) }),
  output: editedItem,
  errors: ['not_found', 'value_moved'],
});
