import { afterEach, expect, test } from 'vitest';
import { shopCommand } from './program.ts';

const [, program] = process.argv;
afterEach(() => {
  process.argv[1] = program!;
});

test.each([
  ['/opt/greenroom/greenroom', '/opt/greenroom/greenroom shop check'],
  ['/srv/sources/dist/server/main.js', 'npm run shop -- check'],
])('messages of %s name the command that works there', (started, expected) => {
  process.argv[1] = started;
  expect(shopCommand('check')).toBe(expected);
});
