/** Whether If-None-Match names the ETag, compared weakly as RFC 9110 asks: a list, weak or strong, or `*`. */
export const namesEtag = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch === etag ||
  ifNoneMatch.trim() === '*' ||
  // Our ETags hold no comma, so a comma inside another's ETag cannot make one of ours out of it.
  ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
