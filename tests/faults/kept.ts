import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Message = { process: number; signal: NodeJS.Signals } | { ended: number } | { folder: string };

let keeper: ChildProcess | undefined;

/** Tells the keeper process of this test process something. The first message starts it. */
const tell = (message: Message): void => {
  keeper ??= startKeeper();
  keeper.stdin!.write(`${JSON.stringify(message)}\n`);
};

const startKeeper = (): ChildProcess => {
  const path = fileURLToPath(new URL('./keeper.mjs', import.meta.url));
  const child = spawn(process.execPath, [path], { stdio: ['pipe', 'ignore', 'inherit'], detached: true });
  child.unref();
  (child.stdin as Socket).unref();
  // If the test run is killed, this process of it would go on alone.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  return child;
};

/** Makes sure that a process ends with this one, in whatever way this one ends. `signal` asks it to end. */
export const keepProcess = (child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): void => {
  const { pid } = child;
  if (pid === undefined) return;
  tell({ process: pid, signal });
  child.once('exit', () => tell({ ended: pid }));
};

/** Makes sure that a folder is removed when this process ends. */
export const keepFolder = (folder: string): void => tell({ folder });

/** A temporary folder that does not outlive the tests. */
export const makeFolder = (): { path: string; remove(): Promise<void> } => {
  const path = mkdtempSync(join(tmpdir(), 'greenroom-faults-'));
  keepFolder(path);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};
