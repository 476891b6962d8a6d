import { expect, test } from 'vitest';
import { readSubjects } from './admin-events.ts';

test('an event is heard once it is whole, however the stream is cut', () => {
  const stream = 'retry: 1200\n\nevent: ready\ndata: {}\n\n: still here\n\nevent: inventory\ndata: {"ids":[1]}\n\n';
  for (let cut = 0; cut <= stream.length; cut++) {
    const first = readSubjects(stream.slice(0, cut));
    const second = readSubjects(first.left + stream.slice(cut));
    expect([...first.subjects, ...second.subjects]).toEqual(['ready', 'inventory']);
  }
});
