import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './kept.ts';

/** A file system of a few megabytes that tests can fill. Only some processes see it at its path. */
export interface SmallDisk {
  /** Its path for a program that is started `through` these words. */
  readonly path: string;
  readonly through: readonly string[];
  /** Its path for everybody else. SQLite cannot use it, because it leads through a link that only the system follows. */
  readonly outside: string;
  /** Uses up the last byte. */
  fill(): void;
  /** Gives the space back. */
  free(): void;
  close(): Promise<void>;
}

const BALLAST = 'ballast';

/**
 * Makes a small disk that belongs to this user, or to the given one. It exists in a mount namespace of its own, which
 * ends with the process that holds it. So it cannot be left behind, and no root is needed where users may have such
 * namespaces.
 *
 * @returns null if this machine does not allow it
 */
export const makeSmallDisk = async (
  megabytes: number,
  owner: { uid: number; gid: number } | null = null,
): Promise<SmallDisk | null> => {
  const folder = makeFolder();
  const asOwner = owner ? `setpriv --reuid=${owner.uid} --regid=${owner.gid} --clear-groups` : '';
  const options = [`size=${megabytes}m`, ...(owner ? [`uid=${owner.uid}`, `gid=${owner.gid}`] : [])];
  // Its owner says that it is there: before, the owner may not follow the link to it.
  const script = `mount -t tmpfs -o ${options} tmpfs "$0" && exec ${asOwner} sh -c 'echo mounted; exec cat'`;
  // The user who runs the servers enters the folder too.
  spawnSync('chmod', ['755', folder.path]);
  const holder = spawn('unshare', [...NAMESPACES.map(({ option }) => option), 'sh', '-c', script, folder.path], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  if (!(await isMounted(holder))) {
    await folder.remove();
    return null;
  }
  const outside = join(`/proc/${holder.pid}/root`, folder.path);
  const entered = NAMESPACES.map(({ name, file }) => `--${name}=/proc/${holder.pid}/ns/${file}`);
  return {
    path: folder.path,
    outside,
    through: ['nsenter', ...entered, ...(IS_ROOT ? [] : ['--preserve-credentials'])],
    fill: () => fill(join(outside, BALLAST)),
    free: () => rmSync(join(outside, BALLAST), { force: true }),
    close: async () => {
      holder.stdin!.end();
      await folder.remove();
    },
  };
};

/** Tells whether this machine allows small disks. */
export const canMount = async (): Promise<boolean> => {
  const disk = await makeSmallDisk(1);
  await disk?.close();
  return disk !== null;
};

const IS_ROOT = process.getuid?.() === 0;

/** Root needs no user namespace; everybody else is root in one of their own. */
const NAMESPACES = [
  ...(IS_ROOT ? [] : [{ option: '--map-root-user', name: 'user', file: 'user' }]),
  { option: '--mount', name: 'mount', file: 'mnt' },
];

const isMounted = (holder: ChildProcess): Promise<boolean> =>
  new Promise((resolve) => {
    holder.once('error', () => resolve(false));
    holder.once('exit', () => resolve(false));
    holder.stdout!.once('data', () => resolve(true));
  });

/** Writes until nothing more fits. */
const fill = (path: string): void => {
  const file = openSync(path, 'a');
  try {
    for (const size of [1 << 20, 1 << 12]) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(file);
  }
};
