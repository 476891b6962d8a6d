import { endpoint } from './endpoint.ts';

/** Product pictures: bytes, not JSON (behavior 4.9). */
export const getProxyImage = endpoint({
  method: 'GET',
  path: '/api/proxy-image/*',
  access: 'catalogue',
  summary: 'A product image, in the width its name asks for',
  errors: ['image_missing', 'image_refused', 'image_origin_failed'],
});
