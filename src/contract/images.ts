import { endpoint } from './endpoint.ts';

/** Product pictures: bytes, not JSON (behavior 4.9). */
export const getProxyImage = endpoint({
  method: 'GET',
  path: '/api/proxy-image/*',
  access: 'catalogue',
  summary: 'A product image, in the width its name asks for',
  errors: ['image_missing', 'image_refused', 'image_origin_failed'],
});

/** The files of lab results: a picture, or a PDF as an attachment (behavior 4.13). */
export const getLabResult = endpoint({
  method: 'GET',
  path: '/api/lab-results/*',
  access: 'catalogue',
  summary: 'The file of a lab result',
  errors: ['image_missing', 'image_refused', 'image_origin_failed'],
});
