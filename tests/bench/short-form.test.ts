import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { PARTS } from '../../bench/parts.ts';

/** Much more than it needs on two cores. */
const LIMIT_MS = 900_000;

test('the bench measures every part', { timeout: LIMIT_MS }, async () => {
  const bench = spawn(process.execPath, ['--import', 'tsx', 'bench/run.ts', '--short'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const [printed, failures, [code]] = await Promise.all([text(bench.stdout), text(bench.stderr), once(bench, 'exit')]);
  expect(code, failures).toBe(0);
  const measured = printed.split(/^# /m).slice(1);
  expect(measured.map((part) => part.split('\n', 1)[0])).toEqual(PARTS.map(({ name }) => name));
  for (const part of measured) expect(part).toMatch(/^.+: .*\d/m);
});
