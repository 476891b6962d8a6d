import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * The processes that a process has started itself, which its own children have not.
 *
 * @param {number} parent
 * @returns {number[]}
 */
export const childrenOf = (parent) =>
  (existsSync('/proc/self/stat') ? fromProc() : fromPs()).filter(({ ppid }) => ppid === parent).map(({ pid }) => pid);

const fromProc = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        // The name before the last bracket may contain anything. State and parent follow it.
        return [{ pid: Number(pid), ppid: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }];
      } catch {
        // It has ended.
        return [];
      }
    });

const fromPs = () =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([pid, ppid]) => ({ pid: pid ?? 0, ppid: ppid ?? 0 }));

/**
 * Sends a signal to processes; to those that still run.
 *
 * @param {readonly number[]} pids
 * @param {NodeJS.Signals | 0} signal
 * @returns {boolean} true if at least one of them was still there
 */
export const sendSignal = (pids, signal) =>
  pids.filter((pid) => {
    try {
      return process.kill(pid, signal);
    } catch {
      return false;
    }
  }).length > 0;
