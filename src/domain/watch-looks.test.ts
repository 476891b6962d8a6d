import { expect, test } from 'vitest';
import { type Looks, nextLooks, unseenSince } from './watch-looks.ts';

const look = (before: Looks | undefined, now: number, failures: Record<string, string | null>) => {
  const servers = Object.entries(failures).map(([host, failure]) => ({ host, failure }));
  return nextLooks(before, { now, servers, answered: servers.some(({ failure }) => failure === null) });
};

test('payments cannot be seen after two looks in a row without an answer, since the last one that had some', () => {
  const seen = look(undefined, 1000, { a: null, b: null });
  const once = look(seen, 2000, { a: 'down', b: 'down' });
  expect(unseenSince(once)).toBeNull();
  const twice = look(once, 3000, { a: 'down', b: 'slow' });
  expect(unseenSince(twice)).toBe(1000);
  expect(twice.servers).toEqual([
    { host: 'a', failure: 'down', since: 2000 },
    { host: 'b', failure: 'slow', since: 2000 },
  ]);
  expect(unseenSince(look(twice, 4000, { a: 'down', b: null }))).toBeNull();
});

test('servers that never answered are out since the first look', () => {
  const first = look(undefined, 1000, { a: 'down' });
  expect(unseenSince(look(first, 2000, { a: 'down' }))).toBe(1000);
});

test('another server begins anew', () => {
  const before = look(undefined, 1000, { a: 'down' });
  expect(look(before, 2000, { b: 'down' }).servers).toEqual([{ host: 'b', failure: 'down', since: 2000 }]);
});
