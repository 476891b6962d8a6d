/** Packs a folder into one file that does not depend on when, where and by whom it was made. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, createWriteStream, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { fingerprint, ScriptError } from '../project.mjs';
import { CHECKSUMS, checksumLine } from './checksums.mjs';

/** The files that are programs, by their names. */
const PROGRAMS = ['greenroom', 'greenroom-shop', 'database.sh'];

/** @param {string} folder */
export const writeChecksums = (folder) => {
  const lines = pathsIn(folder)
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => checksumLine({ path, hash: hashOf(join(folder, path)) }));
  writeFileSync(join(folder, CHECKSUMS), lines.join(''));
};

/**
 * Packs a folder into `output/NAME.tar.gz`, with its checksum next to it.
 *
 * @param {string} folder
 * @param {{output: string, time: number}} options `time`: of all files, in epoch seconds
 * @returns {Promise<string>} the path of the file
 * @throws {ScriptError}
 */
export const pack = async (folder, { output, time }) => {
  const name = basename(folder);
  const paths = [name, ...pathsIn(folder).map((path) => `${name}/${path}`)];
  for (const path of paths) normalize(join(dirname(folder), path), time);

  const file = join(output, `${name}.tar.gz`);
  const tar = spawn('tar', ['--format=ustar', ...withoutOwner(await versionOfTar()), '--no-recursion', '-cf-', '-T-'], {
    cwd: dirname(folder),
  });
  tar.stdin.end(paths.map((path) => `${path}\n`).join(''));
  const [errors, [code]] = await Promise.all([
    text(tar.stderr),
    once(tar, 'close'),
    pipeline(tar.stdout, createGzip(), createWriteStream(file)),
  ]);
  if (code !== 0) throw new ScriptError(`tar could not pack the release.\n\n${errors}`);
  writeFileSync(`${file}.sha256`, checksumLine({ path: basename(file), hash: hashOf(file) }));
  return file;
};

/**
 * Every file and folder below a folder, with slashes, always in the same order.
 *
 * @param {string} folder
 */
const pathsIn = (folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

const hashOf = (/** @type {string} */ file) => fingerprint(readFileSync(file));

/**
 * @param {string} path
 * @param {number} time
 */
const normalize = (path, time) => {
  const isOpen = statSync(path).isDirectory() || PROGRAMS.includes(basename(path));
  chmodSync(path, isOpen ? 0o755 : 0o644);
  utimesSync(path, time, time);
};

const versionOfTar = async () => {
  const tar = spawn('tar', ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const missing = once(tar, 'error').then(() => {
    throw new ScriptError('The release is packed with tar, and there is none on this machine.');
  });
  return Promise.race([text(tar.stdout), missing]);
};

/**
 * The options with which tar writes no names and ids of users.
 *
 * @param {string} version
 */
const withoutOwner = (version) =>
  version.includes('GNU')
    ? ['--owner=root:0', '--group=root:0']
    : ['--uid=0', '--gid=0', '--uname=root', '--gname=root'];
