/** The kind of machine that a release runs on. This file is part of the release. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAtLeast } from '../node-version.mjs';
import { hasNodeApi10 } from '../sqlite-package.mjs';

/**
 * The content of platform.json.
 *
 * @typedef {object} Platform
 * @property {string} version of Greenroom
 * @property {string} os such as `linux`
 * @property {string} arch such as `x64`
 * @property {string | null} libc `glibc` or `musl`; null where there is only one
 * @property {string | null} oldestGlibc such as `2.34`; null without glibc
 * @property {string} oldestNode such as `20.19`
 * @property {string | null} nodeModuleVersion of the native modules, such as `115` for Node.js 20. Null if they use
 *   version 10 of Node-API, which every later Node.js has
 */

/**
 * Describes the platform that a folder's native modules are for, which is the one of this process.
 *
 * @param {string} app
 * @param {{version: string, engines: {node: string}}} project package.json
 * @returns {Platform}
 */
export const describePlatform = (app, { version, engines }) => {
  const { os, arch, libc, nodeModuleVersion } = thisMachine();
  return {
    ...{ version, os, arch, libc },
    oldestGlibc: libc === 'glibc' ? newestGlibcIn(app) : null,
    oldestNode: nodeModuleVersion === null ? '22.14' : engines.node.replace('>=', ''),
    nodeModuleVersion,
  };
};

/**
 * Says in one sentence what the release needs and what was found, if it cannot run on this machine.
 *
 * @param {Platform} platform
 * @returns {string | null}
 */
export const platformProblem = ({ os, arch, libc, oldestGlibc, oldestNode, nodeModuleVersion }) => {
  const found = thisMachine();
  const fits =
    found.os === os &&
    found.arch === arch &&
    found.libc === libc &&
    (oldestGlibc === null || (found.glibc !== null && isAtLeast(found.glibc, oldestGlibc))) &&
    found.nodeModuleVersion === nodeModuleVersion &&
    isAtLeast(found.node, oldestNode);
  if (fits) return null;
  const needs = [os, arch, libc, oldestGlibc && `${oldestGlibc} or later`];
  const has = [found.os, found.arch, found.libc, found.glibc];
  return (
    `This release needs ${wordsOf(needs)} and Node.js ${oldestNode} or later${moduleVersion(nodeModuleVersion)}, ` +
    `but this is ${wordsOf(has)} and Node.js ${found.node}${moduleVersion(process.versions.modules)}.`
  );
};

const moduleVersion = (/** @type {string | null} */ version) => (version ? ` with module version ${version}` : '');

const wordsOf = (/** @type {(string | null)[]} */ parts) => parts.filter((part) => part !== null).join(' ');

const thisMachine = () => {
  const { header } = /** @type {{header: {glibcVersionRuntime?: string}}} */ (process.report.getReport());
  const glibc = header.glibcVersionRuntime ?? null;
  return {
    os: process.platform,
    arch: process.arch,
    libc: glibc === null ? (process.platform === 'linux' ? 'musl' : null) : 'glibc',
    glibc,
    node: process.versions.node,
    nodeModuleVersion: hasNodeApi10() ? null : process.versions.modules,
  };
};

/**
 * The newest version of glibc that the native modules name among their symbols. They need that one or a later one.
 *
 * @param {string} app
 */
const newestGlibcIn = (app) =>
  readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.node$|\.so(\.\d+)*$/.test(path))
    .flatMap((path) => [...readFileSync(join(app, path), 'latin1').matchAll(/\bGLIBC_(\d+(?:\.\d+)+)/g)])
    .map(([, version]) => /** @type {string} */ (version))
    .reduce((newest, version) => (isAtLeast(version, newest) ? version : newest), '2.0');
