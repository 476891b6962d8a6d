import { getAdminEvents } from '#contract/events.ts';
import { storedToken } from '../browser/storage.ts';
import { retryDelay } from './retry-delay.ts';

/** Longer than two heartbeats of the server: the line is dead though nobody said so. */
const SILENCE_MS = 60_000;

/**
 * Hears what moved, as long as the page is seen: `heard` gets the subject ("inventory", "receipts", …) and after every
 * break "ready". EventSource sends no bearer token, so the stream is read by hand. A break is mended by trying again,
 * later each time; `refused` hears where the shop does not take the token any more, and settles what becomes of the
 * panel. Returns how to stop.
 */
export const followAdminEvents = (heard: (subject: string) => void, refused: () => void): (() => void) => {
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
    const wasRefused = await readStream(abort, (subject) => {
      failures = 0;
      heard(subject);
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

/** Reads one stream to its end; answers whether the server refused to open it for this user. */
const readStream = async (abort: AbortController, heard: (subject: string) => void): Promise<boolean> => {
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
      const { subjects, left } = readSubjects(rest + value);
      rest = left;
      for (const subject of subjects) heard(subject);
    }
  } catch {
    return false;
  } finally {
    clearTimeout(silence);
  }
};

/** The names of the events that are whole, and the text of one that is not yet. Comments and data are passed over. */
export const readSubjects = (text: string): { subjects: string[]; left: string } => {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n');
  const left = blocks.pop() ?? '';
  const subjects = blocks.flatMap((block) =>
    block
      .split('\n')
      .filter((line) => line.startsWith('event:'))
      .map((line) => line.slice('event:'.length).trim()),
  );
  return { subjects, left };
};
