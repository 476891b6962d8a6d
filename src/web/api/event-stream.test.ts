import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseEvents } from './event-stream.ts';
import { followEvents } from './follow-events.ts';

describe('a stream of events', () => {
  const stream = 'retry: 1200\n\nevent: ready\ndata: {}\n\n: still here\n\nevent: inventory\ndata: {"ids":[1]}\n\n';
  const events = [
    { name: 'ready', data: {} },
    { name: 'inventory', data: { ids: [1] } },
  ];

  test('is parsed completely, wherever it is cut', () => {
    for (let cut = 0; cut <= stream.length; cut++) {
      const first = parseEvents(stream.slice(0, cut));
      const second = parseEvents(first.rest + stream.slice(cut));
      expect([...first.events, ...second.events]).toEqual(events);
      expect(first.retryMs ?? second.retryMs).toBe(1200);
      expect(second.rest).toBe('');
    }
  });

  test('may end its lines as Windows does', () => {
    expect(parseEvents(stream.replaceAll('\n', '\r\n'))).toEqual({ events, retryMs: 1200, rest: '' });
  });
});

describe('following events', () => {
  /** The page, and a server whose streams the test opens and ends. */
  const page = Object.assign(new EventTarget(), { hidden: false });
  let streams: { headers: Headers; signal: AbortSignal; send: (text: string) => void; end: () => void }[];
  let status: number;
  let stop: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    streams = [];
    status = 200;
    page.hidden = false;
    vi.stubGlobal('document', page);
    vi.stubGlobal('fetch', async (_: string, { headers, signal }: { headers: HeadersInit; signal: AbortSignal }) => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      signal.addEventListener('abort', () => void writer.abort().catch(() => undefined));
      streams.push({
        headers: new Headers(headers),
        signal,
        send: (text) => void writer.write(new TextEncoder().encode(text)).catch(() => undefined),
        end: () => void writer.close(),
      });
      return new Response(status === 200 ? readable : null, { status });
    });
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const show = (isVisible: boolean) => {
    page.hidden = !isVisible;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  test('passes each event on with its data, and sends the token', async () => {
    const onEvent = vi.fn();
    stop = followEvents({ url: '/events', token: () => 'secret', onEvent });
    await pass(0);
    streams[0]?.send('event: receipts\ndata: {"ids":["a"]}\n\n');
    await pass(0);
    expect(onEvent.mock.calls).toEqual([['receipts', { ids: ['a'] }]]);
    expect(streams[0]?.headers.get('authorization')).toBe('Bearer secret');
  });

  test('tries again with growing pauses, and at once with a short one after an event', async () => {
    status = 503;
    stop = followEvents({ url: '/events', onEvent: () => undefined });
    for (const [pause, tries] of [
      [0, 1],
      [1000, 2],
      [2000, 3],
      [3999, 3],
      [1, 4],
    ] as const) {
      await pass(pause);
      expect(streams).toHaveLength(tries);
    }
    status = 200;
    await pass(8000);
    streams.at(-1)?.send('event: ready\ndata: {}\n\n');
    await pass(0);
    streams.at(-1)?.end();
    await pass(1000);
    expect(streams).toHaveLength(6);
  });

  test('waits at least as long as the server asks', async () => {
    stop = followEvents({ url: '/events', onEvent: () => undefined });
    await pass(0);
    streams[0]?.send('retry: 3500\n\nevent: ready\ndata: {}\n\n');
    await pass(0);
    streams[0]?.end();
    await pass(3499);
    expect(streams).toHaveLength(1);
    await pass(1);
    expect(streams).toHaveLength(2);
  });

  test('opens a stream that worked again as soon as the server asks, and after a failure as late as before', async () => {
    stop = followEvents({ url: '/events', onEvent: () => undefined });
    await pass(0);
    streams[0]?.send('retry: 3500\n\nevent: ready\ndata: {}\n\n');
    await pass(0);
    streams[0]?.send('retry: 200\n\n');
    await pass(0);
    streams[0]?.end();
    await pass(199);
    expect(streams).toHaveLength(1);
    status = 503;
    await pass(1);
    expect(streams).toHaveLength(2);
    await pass(1999);
    expect(streams).toHaveLength(2);
    await pass(1);
    expect(streams).toHaveLength(3);
  });

  test('holds no connection while the page is hidden', async () => {
    const onPause = vi.fn();
    stop = followEvents({ url: '/events', onEvent: () => undefined, onPause });
    await pass(0);
    show(false);
    expect(streams[0]?.signal.aborted).toBe(true);
    expect(onPause).toHaveBeenCalledOnce();
    await pass(120_000);
    expect(streams).toHaveLength(1);
    show(true);
    await pass(0);
    expect(streams).toHaveLength(2);
  });

  test('gives up a stream that is silent, and opens another', async () => {
    stop = followEvents({ url: '/events', onEvent: () => undefined });
    await pass(59_000);
    streams[0]?.send(': still here\n\n');
    await pass(59_000);
    expect(streams[0]?.signal.aborted).toBe(false);
    await pass(1000);
    expect(streams[0]?.signal.aborted).toBe(true);
    await pass(1000);
    expect(streams).toHaveLength(2);
  });

  test('reports that the server refuses this user', async () => {
    const onRefused = vi.fn();
    status = 403;
    stop = followEvents({ url: '/events', token: () => 'old', onEvent: () => undefined, onRefused });
    await pass(0);
    expect(onRefused).toHaveBeenCalledOnce();
  });
});
