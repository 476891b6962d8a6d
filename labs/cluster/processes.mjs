/**
 * Processes by folder. Patroni starts PostgreSQL apart from itself, so parents and children do not tell which processes
 * belong to a machine of the cluster. Their working directory does: each machine has a folder of its own.
 */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Program
 * @property {string} command
 * @property {string[]} args
 * @property {string} folder its working directory
 * @property {string} log the name of the file in that folder that gets its output
 * @property {{uid: number, gid: number} | null} owner the user who runs it; null if it is the current one
 * @property {Record<string, string>} [env] added to PATH and language
 */

/**
 * Starts a program with its output in a file. It has a process group of its own, so Ctrl-C does not reach it.
 *
 * @param {Program} program
 * @returns {{ended: () => string | null}} how it ended, or null while it runs
 */
export const startProgram = ({ command, args, folder, log, owner, env }) => {
  const output = openSync(join(folder, log), 'a');
  const child = spawn(command, args, {
    ...owner,
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...env },
    stdio: ['ignore', output, output],
    detached: true,
  });
  closeSync(output);
  // A program that cannot be started never gets ready, which its caller notices.
  child.on('error', () => {});
  child.unref();
  return { ended: () => (child.exitCode === null ? child.signalCode : `code ${child.exitCode}`) };
};

/**
 * The processes whose working directory is in a folder.
 *
 * @param {string} folder
 * @returns {number[]}
 */
const processesIn = (folder) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`);
      } catch {
        // It has ended, or belongs to somebody else.
        return false;
      }
    })
    .map(Number);

/**
 * Sends a signal to all processes in a folder, also to those that others start meanwhile.
 *
 * @param {string} folder
 * @param {NodeJS.Signals} signal
 */
export const signalAll = (folder, signal) => {
  /** @type {Set<number>} */
  const told = new Set();
  for (;;) {
    const others = processesIn(folder).filter((pid) => !told.has(pid));
    if (others.length === 0) return;
    for (const pid of others) {
      told.add(pid);
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended.
      }
    }
  }
};

/**
 * Ends all processes in a folder as a power cut does, and waits until they are gone.
 *
 * @param {string} folder
 */
export const killAll = async (folder) => {
  // Those that are stopped start no others.
  signalAll(folder, 'SIGSTOP');
  while (processesIn(folder).length > 0) {
    signalAll(folder, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

/**
 * Removes the segment of shared memory that a killed PostgreSQL server leaves behind.
 *
 * @param {string} data the server's data folder
 */
export const removeSharedMemory = (data) => {
  try {
    const memory = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[6]?.trim().split(/\s+/)[1];
    if (memory) spawnSync('ipcrm', ['-m', memory]);
  } catch {
    // The server did not run.
  }
};
