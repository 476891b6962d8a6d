/**
 * Ends processes and removes folders when its standard input ends. The input ends whenever the test process ends, even
 * by a crash or SIGKILL, so no server, shop or folder is ever left behind. It reads lines of JSON (kept.ts).
 */
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { childrenOf, sendSignal } from './process-tree.mjs';

/** How long processes may take to end before they are killed. */
const GRACE_MS = 3_000;

/** @type {Map<number, NodeJS.Signals>} each process with the signal that ends it */
const processes = new Map();
/** @type {Set<string>} */
const folders = new Set();

/** @param {{process?: number, signal?: NodeJS.Signals, ended?: number, folder?: string}} message */
const note = ({ process, signal = 'SIGKILL', ended, folder }) => {
  if (process) processes.set(process, signal);
  if (ended) processes.delete(ended);
  if (folder) folders.add(folder);
};

const leave = async () => {
  for (const [pid, signal] of processes) {
    sendSignal([pid, ...childrenOf(pid)], 'SIGCONT');
    sendSignal([pid], signal);
  }
  const deadline = Date.now() + GRACE_MS;
  while (sendSignal([...processes.keys()], 0) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  for (const pid of processes.keys()) sendSignal([pid, ...childrenOf(pid)], 'SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
};

createInterface({ input: process.stdin })
  .on('line', (line) => note(JSON.parse(line)))
  .on('close', leave);
// A signal to the terminal's group is for the tests. When they have ended, so has the input.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
