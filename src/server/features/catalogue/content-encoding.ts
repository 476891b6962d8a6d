/** How the catalogue's bytes may come. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Browsers send a handful of different headers; whoever sends many of his own gets no memory for them. */
const REMEMBERED = 100;
const remembered = new Map<string, Encoding>();

/**
 * The encoding that an Accept-Encoding header likes best, brotli before gzip before none where it has no preference.
 * Where nothing we have is welcome the bytes come as they are: a catalogue is better than a 406.
 */
export const chooseEncoding = (accepted: string | undefined): Encoding => {
  if (!accepted) return 'identity';
  const known = remembered.get(accepted);
  if (known) return known;
  const chosen = mostWelcome(accepted);
  if (remembered.size < REMEMBERED) remembered.set(accepted, chosen);
  return chosen;
};

const mostWelcome = (accepted: string): Encoding => {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
    weights.set(name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (encoding: Encoding): number =>
    // Unless it is ruled out, no encoding is always acceptable, but never preferred by silence.
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? Number.MIN_VALUE : 0);
  const best = ENCODINGS.reduce((a, b) => (weightOf(b) > weightOf(a) ? b : a));
  return weightOf(best) > 0 ? best : 'identity';
};
