/** The ready address of a stored image path (decisions §8 "pictures"); each segment is encoded, slashes stay. */
export const imageAddress = (path: string): string =>
  `/api/proxy-image/${path.split('/').map(encodeURIComponent).join('/')}`;
