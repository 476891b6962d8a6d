import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { startProgram } from './processes.mjs';

const keeper = fileURLToPath(new URL('./keeper.mjs', import.meta.url));

test('when the process that started a cluster is gone, its programs and files are too, and nobody else is hurt', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'greenroom-keeper-'));
  const folder = join(parent, 'cluster');
  // Its name begins like that of the cluster.
  const other = join(parent, 'cluster-of-others');
  for (const each of [folder, join(folder, 'node-1'), other]) mkdirSync(each);
  const sleep = (place: string) =>
    startProgram({ command: 'sleep', args: ['600'], folder: place, log: 'sleep.log', owner: null });
  const own = sleep(join(folder, 'node-1'));
  const foreign = sleep(other);

  const process = spawn('node', [keeper, folder], { stdio: ['pipe', 'ignore', 'inherit'] });
  process.stdin.end();
  await vi.waitUntil(() => !existsSync(folder) && own.ended() !== null, { timeout: 20_000 });
  expect(own.ended()).toBe('SIGKILL');
  expect(foreign.ended()).toBeNull();

  spawn('node', [keeper, parent], { stdio: ['pipe', 'ignore', 'inherit'] }).stdin.end();
  await vi.waitUntil(() => !existsSync(parent), { timeout: 20_000 });
});
