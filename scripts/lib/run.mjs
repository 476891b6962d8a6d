import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './project.mjs';

/** A command that ended badly; `output` holds all that it wrote. */
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
 * Runs a command in the project's folder without a word and answers what it wrote.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string>}
 * @throws {CommandFailed}
 */
export const runQuietly = async (command, args, env = process.env) => {
  let output = '';
  // A group of its own, so that a compiler that npm has started ends with it.
  const child = start(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  for (const pipe of [child.stdout, child.stderr]) {
    pipe?.setEncoding('utf8').on('data', (part) => {
      output += part;
    });
  }
  const code = await ended(child).catch((problem) => {
    throw new CommandFailed([command, ...args].join(' '), problem.message);
  });
  if (code !== 0) throw new CommandFailed([command, ...args].join(' '), output.trim());
  return output;
};

/**
 * Runs a command in the project's folder whose output the person sees; answers its exit code.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>}
 */
export const runVisibly = (command, args, env = process.env) =>
  ended(start(command, args, { env, stdio: ['ignore', 'inherit', 'inherit'] }));

/**
 * Runs npm: the one that started this script, else the one on PATH.
 *
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export const runNpm = (args, env) => {
  const starter = process.env.npm_execpath ?? '';
  return starter.endsWith('npm-cli.js')
    ? runQuietly(process.execPath, [starter, ...args], env)
    : runQuietly('npm', args, env);
};

/**
 * Writes one line for a step that takes its time: what it is, and how long it took.
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
  } catch (problem) {
    stderr.write(' failed\n');
    throw problem;
  } finally {
    clearInterval(ticker);
  }
};

/**
 * What runs now, and how each is asked to end.
 *
 * @type {Map<import('node:child_process').ChildProcess, () => void>}
 */
const running = new Map();

/** The signals that end this process and, before it, what it has started. */
const endings = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** How long commands may take to wind up after a signal. */
const PATIENCE_MS = 15_000;

/** True once a signal came: from then on nobody is told that a command ended badly. */
let ending = false;

/**
 * Starts a command that ends together with this process: where a signal comes, the command is asked to end, its end
 * awaited, and this process ends as by the signal. Once no command runs, signals mean again what they meant before.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options `detached` gives it a process group, ended as a whole
 */
const start = (command, args, options) => {
  const child = spawn(command, args, { cwd: root, ...options });
  const end = options.detached
    ? () => endGroup(child)
    : // Browser tests wind up on an interrupt only; a plain SIGTERM would leave their shops running.
      () => child.kill('SIGINT');
  if (running.size === 0) for (const signal of endings) process.on(signal, endAll);
  running.set(child, end);
  const done = () => {
    running.delete(child);
    if (running.size === 0 && !ending) for (const signal of endings) process.off(signal, endAll);
  };
  child.once('close', done).once('error', done);
  return child;
};

/**
 * Ends a command and all that it has started. npm by itself hears a signal only when the step it is at has come to an
 * end, which may be minutes of compiling later.
 *
 * @param {import('node:child_process').ChildProcess} leader of a process group
 */
const endGroup = (leader) => {
  const tell = (/** @type {NodeJS.Signals} */ signal) => process.kill(-(/** @type {number} */ (leader.pid)), signal);
  tell('SIGTERM');
  setTimeout(() => {
    try {
      tell('SIGKILL');
    } catch {
      // Nobody is left in the group.
    }
  }, 2_000);
};

/** @param {NodeJS.Signals} signal */
const endAll = async (signal) => {
  if (ending) return;
  ending = true;
  const ended = [...running.keys()].map((child) => new Promise((resolve) => child.once('close', resolve)));
  for (const end of running.values()) end();
  await Promise.race([Promise.all(ended), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  process.exit(128 + constants.signals[signal]);
};

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} its exit code; a signal counts as 1
 */
const ended = (child) =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (!ending) resolve(code ?? 1);
    });
  });
