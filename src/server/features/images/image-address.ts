/**
 * Returns the address at which the shop serves a stored image (behavior 4.9). Each segment is encoded exactly once,
 * whether or not it was stored encoded.
 */
export const imageAddress = (path: string): string =>
  `/api/proxy-image/${segmentsOf(path).map(encodeURIComponent).join('/')}`;

/** The decoded segments of a stored image, as a request for its address has them. */
export const segmentsOf = (path: string): string[] =>
  path
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .map(decoded);

/** A broken name must not break the whole catalogue, so characters that cannot be encoded are replaced. */
const decoded = (segment: string): string => {
  const wellFormed = segment.replace(/\p{Surrogate}/gu, '\u{fffd}');
  try {
    return decodeURIComponent(wellFormed);
  } catch {
    return wellFormed;
  }
};
