import { expect, test } from 'vitest';
import { readSettings } from '../settings.ts';
import { welcome } from './welcome.ts';

test.each([
  ['postgres://user:secret@host:5433/shop', 'PostgreSQL at host:5433\n'],
  ['postgres://user:sec@ret@one:5432,two:5432/shop', 'PostgreSQL at one:5432,two:5432\n'],
  ['postgres://host/shop?password=secret', 'PostgreSQL at host\n'],
])('the end of a start names the servers of %s and nothing secret', (DATABASE_URL, line) => {
  const text = welcome(readSettings({ DATABASE_URL }), { generated: {}, notes: [] }, 3000);
  expect(text).toContain(line);
  expect(text).not.toMatch(/secret|sec@|ret@|user/);
});
