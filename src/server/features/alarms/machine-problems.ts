import { statfs } from 'node:fs/promises';
import type { Shop } from '../../shop.ts';
import type { Finding } from './alarm-status.ts';
import type { ClockDifference } from './trusted-clock.ts';

/** A disk with less free space or fewer free inodes is low, and it is well again a little above that. */
const LOW = 0.1;
const WELL = 0.11;

interface Machine {
  /** Its name, for people. */
  name: string;
  /** True if its disk was low at the last look. */
  wasLow: boolean;
}

/** The part of a disk that the shop may still use, from 0 to 1. */
interface FreeDisk {
  space: number;
  /** A disk without a free inode takes no new file, however much space it has. */
  inodes: number;
}

/**
 * Returns the free part of the disk of DATA_DIR. Some file systems have no fixed number of inodes, and some no size.
 */
export const findFreeDisk = async (dataDir: string): Promise<FreeDisk> => {
  const { bavail, blocks, ffree, files } = await statfs(dataDir);
  return { space: blocks === 0 ? 1 : bavail / blocks, inodes: files === 0 ? 1 : ffree / files };
};

/** The problems of this machine (behavior 1.20). A check that cannot be made now is left out. */
export const findMachineProblems = async (
  { settings, trustedClock, writability }: Pick<Shop, 'settings' | 'trustedClock' | 'writability'>,
  { name, wasLow }: Machine,
): Promise<Finding[]> => {
  const free = await findFreeDisk(settings.DATA_DIR).catch(() => null);
  const refused = await writability.look();
  const difference = await trustedClock.look();
  const clock = difference && clockProblem(name, difference);
  return [
    ...(free === null ? [] : [{ kind: 'disk_low', problem: diskProblem(free, { name, wasLow }) } as const]),
    { kind: 'not_writable', problem: refused && writeProblem(name, refused) },
    ...(clock === undefined ? [] : [{ kind: 'clock_wrong', problem: clock } as const]),
  ];
};

/** Two limits, so that a disk at the limit does not begin and end an alarm every minute. */
export const diskProblem = (
  { space, inodes }: FreeDisk,
  { name, wasLow }: Pick<Machine, 'name' | 'wasLow'>,
): string | null => {
  const enough = wasLow ? WELL : LOW;
  const disk = `the disk of DATA_DIR on ${name}`;
  if (space < enough) return `Only ${percent(space)} of ${disk} is free.`;
  return inodes < enough ? `Only ${percent(inodes)} of the inodes of ${disk} are free.` : null;
};

const percent = (share: number): string => `${Math.floor(share * 100)} %`;

/** Members read on, so it has to be said what no longer works. */
const writeProblem = (name: string, reason: string): string =>
  `The shop on ${name} cannot write: ${reason.replace(/\.$/, '')}. Nobody can sign in or order.`;

const clockProblem = (name: string, { of, ahead }: ClockDifference): string => {
  const seconds = Math.round(Math.abs(ahead) / 1000);
  return `The clock of ${name} is ${seconds} seconds ${ahead > 0 ? 'behind' : 'ahead of'} ${of}.`;
};
