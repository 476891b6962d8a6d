import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { PARTS as ALL_PARTS } from '../../bench/parts.ts';
import { withFigures } from '../../bench/report.ts';

/** Much more than it needs on two cores. */
const LIMIT_MS = 900_000;

/** A part that starts processes, one with rivals and both databases, and one in a browser. */
const PARTS = ['start', 'cart', 'storefront'];

test('the bench measures a start, a hot call against its rivals, and a page, which loads no more than 150 kB up to the list', {
  timeout: LIMIT_MS,
}, async () => {
  const bench = spawn(process.execPath, ['--import', 'tsx', 'bench/run.ts', '--short', ...PARTS], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const [printed, failures, [code]] = await Promise.all([text(bench.stdout), text(bench.stderr), once(bench, 'exit')]);
  expect(code, failures).toBe(0);
  const measured = printed.split(/^# /m).slice(1);
  expect(measured.map((part) => part.split('\n', 1)[0])).toEqual(PARTS);
  for (const part of measured) expect(part).toMatch(/^.+: .*\d/m);
  // Bytes are the same on every machine.
  const [, loaded, bar] = /^JavaScript, gate to list, brotli: ([\d.]+) kB \(bar ([\d.]+) kB\)$/m.exec(printed)!;
  expect(Number(bar)).toBe(150);
  expect(Number(loaded)).toBeLessThanOrEqual(Number(bar));
});

test('every part has a block in BENCHMARKS.md', () => {
  const file = readFileSync(new URL('../../BENCHMARKS.md', import.meta.url), 'utf8');
  for (const { name } of ALL_PARTS) expect(withFigures(file, name, 'figures')).toContain('figures');
});
