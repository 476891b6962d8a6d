import { type EventStream, keepStream } from './event-stream.ts';

/** What the window that has the stream tells the others. */
type Message =
  | { kind: 'event'; name: string; data: unknown; to?: string }
  | { kind: 'connecting'; to?: string }
  | { kind: 'refused'; to?: string };

/** A window that has come, or is shown again, asks for what it missed. */
interface Hello {
  kind: 'hello';
  from: string;
}

/**
 * Follows a stream together with all other visible windows of this browser: one of them has it, and tells the others what
 * comes (behavior 4.17). Browsers open six connections to a shop without HTTP/2, so a stream for each window would leave
 * none for calls. Browsers that cannot share have a stream for each window. Returns a function that stops it.
 */
export const shareStream = (stream: EventStream): (() => void) => {
  const { locks } = globalThis.navigator ?? {};
  const token = stream.token?.();
  if (!locks || !('BroadcastChannel' in globalThis) || token === null) return keepStream(stream);

  // The windows of one sign-in. Channels and locks are for pages of this shop only.
  const name = `greenroom ${stream.url} ${token?.slice(0, 12) ?? ''}`;
  const channel = new BroadcastChannel(name);
  const me = String(Math.random());
  /** The last event of each name, while this window has the stream and it is open. */
  const latest = new Map<string, unknown>();
  const leaving = new AbortController();
  let isLeading = false;
  let end = () => {};

  const hear = (message: Message) => {
    if (message.kind === 'event') stream.onEvent(message.name, message.data);
    else if (message.kind === 'connecting') stream.onConnecting?.();
    else stream.onRefused?.();
  };
  const tellAll = (message: Message) => {
    channel.postMessage(message);
    hear(message);
  };

  const lead = () =>
    new Promise<void>((release) => {
      isLeading = true;
      const stop = keepStream({
        ...stream,
        onEvent: (event, data) => {
          latest.set(event, data);
          tellAll({ kind: 'event', name: event, data });
        },
        onConnecting: () => {
          latest.clear();
          tellAll({ kind: 'connecting' });
        },
        onRefused: () => tellAll({ kind: 'refused' }),
      });
      end = () => {
        stop();
        release();
      };
    });

  /** Each event says what follows from it: a version, or that everything is to be read again. */
  const catchUp = (to: string) => {
    // The stream of a device without a network may not have noticed yet.
    if (latest.size === 0 || !navigator.onLine) channel.postMessage({ kind: 'connecting', to } satisfies Message);
    else for (const [name, data] of latest) channel.postMessage({ kind: 'event', name, data, to } satisfies Message);
  };

  channel.onmessage = ({ data: message }: MessageEvent<Message | Hello>) => {
    if (message.kind === 'hello') {
      if (isLeading) catchUp(message.from);
    } else if (!isLeading && (message.to ?? me) === me) hear(message);
  };
  const greet = () => channel.postMessage({ kind: 'hello', from: me } satisfies Hello);
  window.addEventListener('online', greet);
  stream.onConnecting?.();
  greet();
  locks.request(name, { signal: leaving.signal }, lead).catch(() => {
    // Blocked site data blocks locks too.
    if (!leaving.signal.aborted) end = keepStream(stream);
  });

  return () => {
    window.removeEventListener('online', greet);
    leaving.abort();
    end();
    channel.close();
  };
};
