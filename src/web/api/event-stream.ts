import { retryDelay } from './query-client.ts';

/** A stream that is silent for longer than two heartbeats of the server (behavior 4.4) is dead. */
const SILENCE_MS = 60_000;

interface EventStreamOptions {
  /** The address of a stream of server-sent events. */
  url: string;
  /** The bearer token for a stream that needs one. Without a token the stream waits for its next try. */
  token?: () => string | null;
  /** Called for each event with its name and parsed data. */
  onEvent: (name: string, data: unknown) => void;
  /** Called before each try to open the stream, and when an open stream breaks off. */
  onConnecting?: () => void;
  /** Called when the page is hidden or following is stopped. */
  onPause?: () => void;
  /** Called if the server does not allow this user to open the stream. */
  onRefused?: () => void;
}

/**
 * Follows a stream of server-sent events while the page is visible. A stream that ends is opened again after the
 * server's `retry`. After a failure the pause is at least as long, and grows with every failure. Uses `fetch`, because
 * EventSource can send no token. Returns a function that stops it.
 */
export const followEvents = (options: EventStreamOptions): (() => void) => {
  const { url, token, onEvent, onConnecting, onPause, onRefused } = options;
  let current: AbortController | null = null;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = 0;
  let failures = 0;

  const open = async () => {
    if (current || document.hidden) return;
    clearTimeout(retryTimer);
    const stream = new AbortController();
    current = stream;
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
    if (current !== stream) return;
    current = null;
    onConnecting?.();
    if (isRefused) onRefused?.();
    // The server's last word on a stream that worked: another process of the shop may be there already.
    const isAskedTo = failures === 0 && retryMs > 0;
    retryTimer = setTimeout(() => void open(), isAskedTo ? retryMs : Math.max(retryDelay(failures), retryMs));
    failures += 1;
  };

  const close = () => {
    clearTimeout(retryTimer);
    current?.abort();
    current = null;
    onPause?.();
  };

  const onVisibilityChange = () => (document.hidden ? close() : void open());
  document.addEventListener('visibilitychange', onVisibilityChange);
  // In a task of its own: a page is usually being drawn now, and opening takes a slow phone 40 ms.
  retryTimer = setTimeout(() => void open());
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange);
    close();
  };
};

interface StreamReader extends Pick<EventStreamOptions, 'onEvent'> {
  token: EventStreamOptions['token'] | undefined;
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
