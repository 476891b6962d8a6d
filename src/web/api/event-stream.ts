import { retryDelay } from './query-client.ts';

/** A stream that is silent for longer than two heartbeats of the server (behavior 4.4) is dead. */
const SILENCE_MS = 60_000;

export interface EventStream {
  /** The address of a stream of server-sent events. */
  url: string;
  /** The bearer token for a stream that needs one. Without a token the stream waits for its next try. */
  token?: () => string | null;
  /** Called for each event with its name and parsed data. */
  onEvent: (name: string, data: unknown) => void;
  /** Called before each try to open the stream, and when an open stream breaks off. */
  onConnecting?: () => void;
  /** Called if the server does not allow this user to open the stream. */
  onRefused?: () => void;
}

/**
 * Keeps a stream of server-sent events open. One that ends is opened again after the server's `retry`, and after a failure
 * following a pause that grows with every failure and is never shorter than that. Uses `fetch`, because EventSource can
 * send no token. Returns a function that stops it.
 */
export const keepStream = ({ url, token, onEvent, onConnecting, onRefused }: EventStream): (() => void) => {
  const stopping = new AbortController();
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = 0;
  let failures = 0;

  const open = async () => {
    const stream = new AbortController();
    const abort = () => stream.abort();
    stopping.signal.addEventListener('abort', abort);
    onConnecting?.();
    const isRefused = await readStream(url, stream, {
      token,
      onRetry: (milliseconds) => {
        retryMs = milliseconds;
      },
      onEvent: (name, data) => {
        failures = 0;
        onEvent(name, data);
      },
    });
    stopping.signal.removeEventListener('abort', abort);
    if (stopping.signal.aborted) return;
    onConnecting?.();
    if (isRefused) onRefused?.();
    // The server's last word on a stream that worked: another process of the shop may be there already.
    const isAskedTo = failures === 0 && retryMs > 0;
    retryTimer = setTimeout(() => void open(), isAskedTo ? retryMs : Math.max(retryDelay(failures), retryMs));
    failures += 1;
  };

  void open();
  return () => {
    clearTimeout(retryTimer);
    stopping.abort();
  };
};

interface StreamReader extends Pick<EventStream, 'onEvent'> {
  token: EventStream['token'] | undefined;
  onRetry: (milliseconds: number) => void;
}

/** Reads a stream until it ends. Resolves to true if the server refused to open it for this user. */
const readStream = async (url: string, stream: AbortController, reader: StreamReader): Promise<boolean> => {
  const token = reader.token?.();
  if (token === null) return false;
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  const restartSilence = () => {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(() => stream.abort(), SILENCE_MS);
  };
  try {
    restartSilence();
    const response = await fetch(url, {
      headers: { accept: 'text/event-stream', ...(token && { authorization: `Bearer ${token}` }) },
      cache: 'no-store',
      signal: stream.signal,
    });
    if (!response.ok || !response.body) return response.status === 401 || response.status === 403;
    const body = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await body.read();
      if (done) return false;
      restartSilence();
      const parsed = parseEvents(rest + value);
      rest = parsed.rest;
      if (parsed.retryMs !== null) reader.onRetry(parsed.retryMs);
      for (const { name, data } of parsed.events) reader.onEvent(name, data);
    }
  } catch {
    return false;
  } finally {
    clearTimeout(silenceTimer);
  }
};

interface ServerEvent {
  name: string;
  /** Parsed JSON. */
  data: unknown;
}

/**
 * Parses the complete events of a text/event-stream, as far as this shop's server uses the format: one `event` and one
 * `data` line with JSON each. Comments are skipped. `rest` is the incomplete end of the text. A package for this weighs
 * 1.4 kB.
 */
export const parseEvents = (text: string): { events: ServerEvent[]; retryMs: number | null; rest: string } => {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n');
  const rest = blocks.pop() ?? '';
  const events: ServerEvent[] = [];
  let retryMs: number | null = null;
  for (const block of blocks) {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
    const [name, data, retry] = [field('event'), field('data'), Number(field('retry'))];
    if (name && data) events.push({ name, data: JSON.parse(data) });
    if (retry > 0) retryMs = retry;
  }
  return { events, retryMs, rest };
};
