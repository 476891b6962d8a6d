/**
 * Where the shop serves a stored image (decisions §8 "pictures"): a path below the image origin, its segments encoded
 * once, whether or not they came encoded.
 */
export const imageAddress = (path: string): string =>
  `/api/proxy-image/${path
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .map((segment) => encodeURIComponent(decoded(segment)))
    .join('/')}`;

/** One picture with a broken name must not take the whole catalogue down: what cannot be encoded is replaced. */
const decoded = (segment: string): string => {
  const wellFormed = segment.replace(/\p{Surrogate}/gu, '\u{fffd}');
  try {
    return decodeURIComponent(wellFormed);
  } catch {
    return wellFormed;
  }
};
