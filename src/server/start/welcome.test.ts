import { expect, test } from 'vitest';
import { readSettings } from '../settings.ts';
import { welcome } from './welcome.ts';

/** A start with nothing to say only once. */
const NOTHING = { generated: {}, notes: [] };

test.each([
  ['postgres://user:secret@host:5433/shop', 'PostgreSQL at host:5433\n'],
  ['postgres://user:sec@ret@one:5432,two:5432/shop', 'PostgreSQL at one:5432,two:5432\n'],
  ['postgres://host/shop?password=secret', 'PostgreSQL at host\n'],
])('the end of a start names the servers of %s and nothing secret', (DATABASE_URL, line) => {
  const text = welcome(readSettings({ DATABASE_URL }), NOTHING, 3000);
  expect(text).toContain(line);
  expect(text).not.toMatch(/secret|sec@|ret@|user/);
});

test('the end of a start says where the panel is, and last where the shop is', () => {
  const text = welcome(readSettings({ HOST: '::1' }), NOTHING, 3000);
  expect(text).toMatch(/ {2}Panel +http:\/\/\[::1\]:3000\/admin\n/);
  expect(text).toMatch(/ is open at http:\/\/\[::1\]:3000\n$/);
});

const warning = /Warning +anyone can add points to any member/;

test.each([
  ['a feed', { INVENTORY_FEED_URL: 'https://feed.example/menu' }],
  ['a host that others reach', { HOST: '0.0.0.0' }],
  ['a host of the network', { HOST: '192.0.2.7' }],
  ['points that pay', { POINTS_VALUE: '5' }],
  ['an address with https', { PUBLIC_URL: 'https://shop.example' }],
  ['a proxy', { TRUST_PROXY: 'on' }],
  ['no demo', { DEMO: 'off' }],
])('with %s nobody can add points unless TEST_POINTS=on says so, and then the start warns', (_, settings) => {
  expect(welcome(readSettings({ ...settings, TEST_POINTS: 'on' }), NOTHING, 3000)).toMatch(warning);
  expect(readSettings(settings).TEST_POINTS).toBe(false);
  expect(welcome(readSettings(settings), NOTHING, 3000)).not.toMatch(warning);
});

test.each(['127.0.0.1', '::1', 'localhost'])(
  'a demo on %s, where nobody else reaches it, starts without that warning',
  (HOST) => {
    expect(welcome(readSettings({ HOST }), NOTHING, 3000)).not.toMatch(warning);
  },
);
test.each<[Record<string, string>, RegExp | null]>([
  [{}, /Passkeys +at http:\/\/localhost:3000 only\n/],
  [{ HOST: '::1' }, /Passkeys +at http:\/\/localhost:3000 only\n/],
  [{ HOST: '192.0.2.7' }, /Passkeys +need PUBLIC_URL\n/],
  [{ HOST: 'localhost' }, null],
  [{ HOST: '0.0.0.0' }, null],
  [{ PUBLIC_URL: 'https://shop.example' }, null],
])('with the settings %j the end of a start says where passkeys work, unless its last line does', (env, line) => {
  const text = welcome(readSettings(env), NOTHING, 3000);
  if (line) expect(text).toMatch(line);
  else expect(text).not.toContain('Passkeys');
});
