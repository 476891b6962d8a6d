/** The encodings of large responses. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Browsers send a handful of different headers. A client that sends many of its own must not fill the memory. */
const MOST_CACHED = 100;
const cached = new Map<string, Encoding>();

/**
 * Returns the encoding that an Accept-Encoding header prefers: brotli before gzip before none if it has no preference.
 * If the header accepts none of ours, the bytes are sent as they are, because a catalogue is better than a 406.
 */
export const chooseEncoding = (accepted: string | undefined): Encoding => {
  if (!accepted) return 'identity';
  const known = cached.get(accepted);
  if (known) return known;
  const chosen = preferred(accepted);
  if (cached.size < MOST_CACHED) cached.set(accepted, chosen);
  return chosen;
};

const preferred = (accepted: string): Encoding => {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
    weights.set(name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (encoding: Encoding): number =>
    // A header that does not mention "identity" accepts it, but prefers everything it does mention.
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? Number.MIN_VALUE : 0);
  const best = ENCODINGS.reduce((a, b) => (weightOf(b) > weightOf(a) ? b : a));
  return weightOf(best) > 0 ? best : 'identity';
};

/** Returns whether an If-None-Match header contains the ETag, by RFC 9110's weak comparison: a list, weak or strong, or `*`. */
export const matchesEtag = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch === etag ||
  ifNoneMatch.trim() === '*' ||
  // Our ETags contain no comma, so splitting a foreign ETag at a comma cannot produce one of ours.
  ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
