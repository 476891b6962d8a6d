import { get, type IncomingMessage } from 'node:http';

/** A page that follows an event stream, and opens it again when it is asked to. */
export interface StreamFollower {
  /** Everything that was received, over all connections. */
  received(): string;
  /** How often the stream was opened. */
  opened(): number;
  /** The pauses that the shop asked for when it ended a stream, in milliseconds. */
  pauses(): readonly number[];
  leave(): void;
}

/** The pause before another try if the stream could not be opened. */
const AFTER_FAILURE_MS = 1000;

/** Follows a stream as the pages of the shop do: when it ends, it is opened again after the last `retry`. */
export const followStream = (url: string): StreamFollower => {
  let received = '';
  let opened = 0;
  const pauses: number[] = [];
  let timer: NodeJS.Timeout | undefined;
  let hasLeft = false;
  let leave = () => {};

  const openAfter = (milliseconds: number) => {
    if (!hasLeft) timer = setTimeout(open, milliseconds);
  };
  const read = (stream: IncomingMessage) => {
    opened++;
    let own = '';
    stream.setEncoding('utf8').on('data', (text: string) => {
      own += text;
      received += text;
    });
    stream.once('close', () => {
      const pause = Number([...own.matchAll(/^retry: (\d+)$/gm)].at(-1)?.[1] ?? AFTER_FAILURE_MS);
      if (!hasLeft) pauses.push(pause);
      openAfter(pause);
    });
  };
  const open = () => {
    const call = get(url, { agent: false }, (stream) => {
      if (stream.statusCode === 200) read(stream);
      else stream.resume().once('close', () => openAfter(AFTER_FAILURE_MS));
    });
    call.once('error', () => openAfter(AFTER_FAILURE_MS));
    leave = () => call.destroy();
  };
  open();
  return {
    received: () => received,
    opened: () => opened,
    pauses: () => pauses,
    leave: () => {
      hasLeft = true;
      clearTimeout(timer);
      leave();
    },
  };
};
