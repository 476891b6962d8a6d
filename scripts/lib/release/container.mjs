/** Runs a release in a container, to show that deploy/Containerfile works. It needs root on Debian or the like. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandFailed, runQuietly, step } from '../child-process.mjs';
import { freePort } from '../postgres-cluster.mjs';
import { inProject, ScriptError } from '../project.mjs';
import { canInstallPackages, installPackage } from '../system-packages.mjs';

const PROGRAMS = ['buildah', 'podman', 'crun', 'debootstrap'];

/** How long a shop may take to open, and to stop. */
const OPEN_LIMIT_S = 120;
const STOP_LIMIT_S = 20;

/**
 * Makes a base image from Debian's packages and this Node.js, builds deploy/Containerfile on it, and runs it with a
 * read-only root, without capabilities, and as a user that is not root. Its health check must pass, a change must outlive
 * the container, and the stop must end with code 0.
 *
 * @param {string} archive the packed release
 * @throws {ScriptError} that says which of these fails
 */
export const tryInContainer = async (archive) => {
  if (!canInstallPackages()) throw new ScriptError('The container is made by root, with the packages of Debian.');
  await installMissing();
  const work = mkdtempSync(join(tmpdir(), 'greenroom-container-'));
  const containers = containersIn(work);
  try {
    await step('Making a base image', () => makeBase(containers, work));
    const version = /^greenroom-(.+)\.tar\.gz$/.exec(basename(archive))?.[1] ?? '';
    const build = ['--build-arg', `VERSION=${version}`, '-f', inProject('deploy', 'Containerfile'), '-t', 'greenroom'];
    await step('Building the image', () => containers.build([...build, '--build-arg', 'BASE=base', dirname(archive)]));
    await step('Running it', () => useShop(containers));
  } catch (error) {
    throw error instanceof CommandFailed ? new ScriptError(error.message) : error;
  } finally {
    await containers.podman(['rm', '--force', '--time=0', 'shop']).catch(() => {});
    rmSync(work, { recursive: true, force: true });
  }
};

const installMissing = async () => {
  for (const name of PROGRAMS) {
    await runQuietly('which', [name]).catch(() => installPackage(name));
  }
};

/** @typedef {ReturnType<typeof containersIn>} Containers */

/**
 * buildah and podman with a storage of their own.
 *
 * @param {string} work
 */
const containersIn = (work) => {
  const storage = ['--root', join(work, 'storage'), '--runroot', join(work, 'run'), '--storage-driver', 'vfs'];
  const policy = join(work, 'policy.json');
  writeFileSync(policy, JSON.stringify({ default: [{ type: 'insecureAcceptAnything' }] }));
  // crun refuses machines with both versions of control groups, so it does not get to see the second one.
  const isHybrid = existsSync('/sys/fs/cgroup/unified');
  const hide = isHybrid ? ['unshare', '--mount', 'sh', '-c', 'umount /sys/fs/cgroup/unified; exec "$0" "$@"'] : [];
  return {
    /** @param {string[]} args */
    build: (args) =>
      runQuietly('buildah', [
        ...storage,
        ...['build', '--isolation', 'chroot', '--format', 'docker', '--signature-policy', policy],
        ...args,
      ]),
    /** @param {string[]} args */
    podman: (args) => {
      const [program, ...rest] = [...hide, 'podman', ...storage, '--runtime', 'crun', ...args];
      return runQuietly(/** @type {string} */ (program), rest);
    },
  };
};

/**
 * @param {Containers} containers
 * @param {string} work
 */
const makeBase = async ({ build }, work) => {
  const base = join(work, 'base');
  const codename = /^VERSION_CODENAME=(.+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable';
  // Node.js needs the library of C++.
  await runQuietly('debootstrap', ['--variant=minbase', '--include=libstdc++6', codename, base]);
  mkdirSync(join(base, 'usr', 'local', 'bin'), { recursive: true });
  copyFileSync(process.execPath, join(base, 'usr', 'local', 'bin', 'node'));
  const file = join(work, 'Basefile');
  writeFileSync(file, 'FROM scratch\nCOPY . /\nENV PATH=/usr/local/bin:/usr/bin:/bin\n');
  await build(['-f', file, '-t', 'base', base]);
};

/** @param {Containers} containers */
const useShop = async ({ podman }) => {
  const port = await freePort();
  const start = () =>
    podman([
      ...['run', '--detach', '--name', 'shop', '--read-only', '--cap-drop', 'all', '--network', 'host'],
      ...['--security-opt', 'no-new-privileges', '--cgroups=disabled', '--health-interval=disable'],
      // The limits of this process: inside another container, no higher ones may be set.
      ...['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=512:512'],
      ...['-v', 'shop:/data', '-e', `PORT=${port}`, '-e', 'HOST=127.0.0.1', 'greenroom'],
    ]).then(() => untilHealthy(podman));
  const inShop = (/** @type {string[]} */ ...args) => podman(['exec', 'shop', 'node', ...args]);

  await start();
  const user = "try { fs.writeFileSync('/opt/x', '') } catch ({ code }) { console.log(process.getuid(), code) }";
  expectSame('The user and a write outside of /data', (await inShop('-e', user)).trim(), '10001 EROFS');
  await inShop('/opt/greenroom/greenroom', 'shop', 'access-code', 'set', 'kept-in-the-volume');
  await podman(['stop', `--time=${STOP_LIMIT_S}`, 'shop']);
  const code = await podman(['inspect', '--format', '{{.State.ExitCode}}', 'shop']);
  expectSame('The code of the stopped shop', code.trim(), '0');

  await podman(['rm', 'shop']);
  await start();
  const { status } = await fetch(`http://127.0.0.1:${port}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'kept-in-the-volume' }),
  });
  expectSame('The status of a visitor with the new access code in a new container', String(status), '200');
  process.stdout.write(
    'The container is healthy, runs as 10001 on a read-only root, keeps its data and stops with code 0.\n',
  );
};

/**
 * Runs the image's own health check until it passes. Without systemd, podman does not do it by itself.
 *
 * @param {Containers['podman']} podman
 */
const untilHealthy = async (podman) => {
  for (let second = 0; ; second++) {
    try {
      return await podman(['healthcheck', 'run', 'shop']);
    } catch (error) {
      if (second === OPEN_LIMIT_S) throw error;
      await pause(1000);
    }
  }
};

/**
 * @param {string} what
 * @param {string} found
 * @param {string} wanted
 */
const expectSame = (what, found, wanted) => {
  if (found !== wanted) throw new ScriptError(`${what}: expected ${wanted}, found ${found}`);
};
