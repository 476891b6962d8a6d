import { expect, test } from 'vitest';
import { readEvents } from './admin-events.ts';

test('an event is read as soon as it is complete, wherever the stream is cut', () => {
  const stream = 'retry: 1200\n\nevent: ready\ndata: {}\n\n: still here\n\nevent: inventory\ndata: {"ids":[1]}\n\n';
  for (let cut = 0; cut <= stream.length; cut++) {
    const first = readEvents(stream.slice(0, cut));
    const second = readEvents(first.left + stream.slice(cut));
    expect([...first.events, ...second.events]).toEqual([
      { subject: 'ready', data: '{}' },
      { subject: 'inventory', data: '{"ids":[1]}' },
    ]);
  }
});
