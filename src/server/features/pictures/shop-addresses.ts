import type { LabResult } from '#domain/lab-result.ts';
import type { ProductLab } from '#domain/product.ts';

/**
 * Returns the address at which the shop serves a stored image (behavior 4.9). Each segment is encoded exactly once,
 * whether or not it was stored encoded.
 */
export const imageAddress = (path: string): string => `/api/proxy-image/${encoded(path)}`;

/** A lab result with the address of its file instead of the path (behavior 4.12). Unknown values are left out. */
export const presentLab = ({ tested, expires, thc, cbd, path }: LabResult): ProductLab => ({
  tested,
  ...(expires !== null && { expires }),
  ...(thc !== null && { thc }),
  ...(cbd !== null && { cbd }),
  ...(path !== null && { url: `/api/lab-results/${encoded(path)}` }),
});

/** The decoded segments of a stored image, as a request for its address has them. */
export const segmentsOf = (path: string): string[] =>
  path
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .map(decoded);

const encoded = (path: string): string => segmentsOf(path).map(encodeURIComponent).join('/');

/** A broken name must not break the whole catalogue, so characters that cannot be encoded are replaced. */
const decoded = (segment: string): string => {
  const wellFormed = segment.replace(/\p{Surrogate}/gu, '\u{fffd}');
  try {
    return decodeURIComponent(wellFormed);
  } catch {
    return wellFormed;
  }
};
