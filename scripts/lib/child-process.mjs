import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './project.mjs';

/** A command failed. `output` is everything that it wrote. */
export class CommandFailed extends Error {
  /**
   * @param {string} command
   * @param {string} output
   */
  constructor(command, output) {
    super(`${command} failed:\n${output}`);
    this.output = output;
  }
}

/**
 * Runs a command. Returns its output instead of showing it.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{env?: NodeJS.ProcessEnv, folder?: string}} [options] the folder is the project's if it is absent
 * @returns {Promise<string>}
 * @throws {CommandFailed}
 */
export const runQuietly = async (command, args, { env = process.env, folder = root } = {}) => {
  let output = '';
  // In its own process group, so a compiler that npm started ends with npm.
  const child = start(command, args, { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  for (const pipe of [child.stdout, child.stderr]) {
    pipe?.setEncoding('utf8').on('data', (part) => {
      output += part;
    });
  }
  const code = await exitCode(child).catch((error) => {
    throw new CommandFailed([command, ...args].join(' '), error.message);
  });
  if (code !== 0) throw new CommandFailed([command, ...args].join(' '), output.trim());
  return output;
};

/**
 * Runs a command and shows its output. Returns its exit code.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{env?: NodeJS.ProcessEnv, folder?: string}} [options] the folder is the project's if it is absent
 * @returns {Promise<number>}
 */
export const runVisibly = (command, args, { env = process.env, folder = root } = {}) =>
  exitCode(start(command, args, { env, cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] }));

/**
 * Runs npm: the one that started this process, otherwise the one on PATH.
 *
 * @param {string[]} args
 * @param {{env?: NodeJS.ProcessEnv, folder?: string}} [options]
 */
export const runNpm = (args, options) => {
  const npm = process.env.npm_execpath ?? '';
  return npm.endsWith('npm-cli.js')
    ? runQuietly(process.execPath, [npm, ...args], options)
    : runQuietly('npm', args, options);
};

/**
 * Runs a step that takes a while, and writes one line with its label and its duration.
 *
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const step = async (label, work) => {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  const { stderr } = process;
  stderr.write(`${label} …`);
  const ticker = stderr.isTTY ? setInterval(() => stderr.write(`\r${label} … ${seconds()}`), 1000) : undefined;
  try {
    const result = await work();
    stderr.write(stderr.isTTY ? `\r${label} … ${seconds()}\n` : ` ${seconds()}\n`);
    return result;
  } catch (error) {
    stderr.write(' failed\n');
    throw error;
  } finally {
    clearInterval(ticker);
  }
};

/**
 * The commands that are running, each with a function that asks it to end.
 *
 * @type {Map<import('node:child_process').ChildProcess, () => void>}
 */
const running = new Map();

/** The signals that end the running commands and then this process. */
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** How long commands may take to end after a signal. */
const GRACE_MS = 15_000;

/** True after a signal. From then on, failed commands are not reported. */
let ending = false;

/**
 * Starts a command that ends together with this process. After a signal the command is asked to end, this process waits
 * for it, and then ends as if by the signal. While no command runs, signals have their usual effect.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options with `detached`, its whole process group is ended
 */
const start = (command, args, options) => {
  const child = spawn(command, args, options);
  const end = options.detached
    ? () => endGroup(child)
    : // Playwright stops the shops of the journeys after SIGINT, but not after SIGTERM.
      () => child.kill('SIGINT');
  if (running.size === 0) for (const signal of SIGNALS) process.on(signal, endAll);
  running.set(child, end);
  const done = () => {
    running.delete(child);
    if (running.size === 0 && !ending) for (const signal of SIGNALS) process.off(signal, endAll);
  };
  child.once('close', done).once('error', done);
  return child;
};

/**
 * Ends a command and everything that it started. npm alone would react to a signal only after its current step, which
 * may be minutes of compiling.
 *
 * @param {import('node:child_process').ChildProcess} leader of a process group
 */
const endGroup = (leader) => {
  const send = (/** @type {NodeJS.Signals} */ signal) => process.kill(-(/** @type {number} */ (leader.pid)), signal);
  send('SIGTERM');
  setTimeout(() => {
    try {
      send('SIGKILL');
    } catch {
      // All processes of the group have ended.
    }
  }, 2_000);
};

/** @param {NodeJS.Signals} signal */
const endAll = async (signal) => {
  if (ending) return;
  ending = true;
  const ended = [...running.keys()].map((child) => new Promise((resolve) => child.once('close', resolve)));
  for (const end of running.values()) end();
  await Promise.race([Promise.all(ended), new Promise((resolve) => setTimeout(resolve, GRACE_MS))]);
  process.exit(128 + constants.signals[signal]);
};

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} its exit code, or 1 if a signal ended it
 */
const exitCode = (child) =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (!ending) resolve(code ?? 1);
    });
  });
