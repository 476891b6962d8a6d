import { statfs } from 'node:fs/promises';
import type { Shop } from '../../shop.ts';
import type { Finding } from './alarm-status.ts';
import type { OutsideClocks } from './outside-clocks.ts';

/** A disk with less free space is low, and it is well again a little above that. */
const LOW = 0.1;
const WELL = 0.11;
const MOST_AHEAD_MS = 2 * 60_000;

interface Machine {
  /** Its name, for people. */
  name: string;
  clocks: OutsideClocks;
  /** Whether its disk was low at the last look. */
  wasLow: boolean;
}

/** The part of the disk of DATA_DIR that the shop may still use, from 0 to 1. */
export const freeShare = async (dataDir: string): Promise<number> => {
  const { bavail, blocks } = await statfs(dataDir);
  return blocks === 0 ? 1 : bavail / blocks;
};

/** The problems of this machine (behavior 1.20). A check that cannot be made now is left out. */
export const findMachineProblems = async (
  { database, settings, clock }: Pick<Shop, 'database' | 'settings' | 'clock'>,
  { name, clocks, wasLow }: Machine,
): Promise<Finding[]> => {
  const disk = diskProblem(await freeShare(settings.DATA_DIR), { name, wasLow });
  const before = clock();
  const server = await database.serverTime();
  const differences = [
    ...(server === null ? [] : [{ of: "the database's", ahead: server - (before + clock()) / 2 }]),
    ...(clocks.ahead() === null ? [] : [{ of: 'that of the servers it asks', ahead: clocks.ahead()! }]),
  ];
  if (differences.length === 0) return [{ kind: 'disk_low', problem: disk }];
  return [
    { kind: 'disk_low', problem: disk },
    { kind: 'clock_wrong', problem: clockProblem(name, differences) },
  ];
};

/** Two limits, so that a disk at the limit does not begin and end an alarm every minute. */
export const diskProblem = (free: number, { name, wasLow }: Pick<Machine, 'name' | 'wasLow'>): string | null =>
  free >= (wasLow ? WELL : LOW) ? null : `Only ${Math.floor(free * 100)} % of the disk of DATA_DIR on ${name} is free.`;

const clockProblem = (name: string, differences: readonly { of: string; ahead: number }[]): string | null => {
  const wrong = differences.find(({ ahead }) => Math.abs(ahead) > MOST_AHEAD_MS);
  if (!wrong) return null;
  const seconds = Math.round(Math.abs(wrong.ahead) / 1000);
  return `The clock of ${name} is ${seconds} seconds ${wrong.ahead > 0 ? 'behind' : 'ahead of'} ${wrong.of}.`;
};
