/**
 * Ends a cluster when its standard input ends: all processes in the folder, and then the folder itself. The input ends
 * whenever the parent ends, even by a crash or SIGKILL, so nothing is ever left behind.
 *
 * node keeper.mjs FOLDER
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { killAll, removeSharedMemory } from './processes.mjs';

const folder = process.argv[2] ?? '';

const leave = async () => {
  await killAll(folder);
  for (const name of readdirSync(folder)) removeSharedMemory(join(folder, name, 'data'));
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
};

process.stdin.resume();
process.stdin.once('close', leave);
// A signal to the terminal's group is for the parent. When that has ended, so has the input.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
