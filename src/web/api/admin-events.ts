import { getAdminEvents } from '#contract/events.ts';
import { storedToken } from '../browser/storage.ts';
import { retryDelay } from './retry-delay.ts';

/** Longer than two heartbeats of the server: the line is dead though nobody said so. */
const SILENCE_MS = 60_000;

/**
 * Follows what changes while the page is visible. `onEvent` gets the subject ("inventory", "receipts", …) with its data
 * as text, and "ready" after every connection. EventSource sends no bearer token, so the stream is read by hand.
 * Reconnects after a break, each time later. `refused` is called if the shop no longer accepts the token. Returns a
 * function that stops it.
 */
export const followAdminEvents = (
  onEvent: (subject: string, data: string) => void,
  refused: () => void,
): (() => void) => {
  let reading: AbortController | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const close = () => {
    clearTimeout(retry);
    reading?.abort();
    reading = null;
  };

  const open = async () => {
    if (reading || document.hidden) return;
    const abort = new AbortController();
    reading = abort;
    const wasRefused = await readStream(abort, (subject, data) => {
      failures = 0;
      onEvent(subject, data);
    });
    if (reading !== abort) return;
    reading = null;
    if (wasRefused) refused();
    retry = setTimeout(() => void open(), retryDelay(failures));
    failures += 1;
  };

  const seenOrHidden = () => (document.hidden ? close() : void open());
  document.addEventListener('visibilitychange', seenOrHidden);
  void open();
  return () => {
    document.removeEventListener('visibilitychange', seenOrHidden);
    close();
  };
};

/** Reads one stream to its end. Returns whether the server refused to open it for this user. */
const readStream = async (
  abort: AbortController,
  onEvent: (subject: string, data: string) => void,
): Promise<boolean> => {
  const token = storedToken();
  // Signed in anew from the upload (decisions §8 "upload without a token"), the panel goes on.
  if (token === null) return false;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const stillThere = () => {
    clearTimeout(silence);
    silence = setTimeout(() => abort.abort(), SILENCE_MS);
  };
  try {
    stillThere();
    const answer = await fetch(getAdminEvents.path, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      signal: abort.signal,
    });
    if (!answer.ok || !answer.body) return answer.status === 401 || answer.status === 403;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return false;
      stillThere();
      const { events, left } = readEvents(rest + value);
      rest = left;
      for (const { subject, data } of events) onEvent(subject, data);
    }
  } catch {
    return false;
  } finally {
    clearTimeout(silence);
  }
};

/** The complete events of a text, and the rest of it. Comments and events without a name are ignored. */
export const readEvents = (text: string): { events: { subject: string; data: string }[]; left: string } => {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n');
  const left = blocks.pop() ?? '';
  const events = blocks.map((block) => ({ subject: field(block, 'event'), data: field(block, 'data') }));
  return { events: events.filter(({ subject }) => subject !== ''), left };
};

const field = (block: string, name: string): string =>
  block
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trim() ?? '';
