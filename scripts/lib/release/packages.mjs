/**
 * What is read here of the packages of a lockfile, by their path, such as `node_modules/a/node_modules/b`.
 *
 * @typedef {Record<string, {dependencies?: object, optionalDependencies?: object, peerDependencies?: object}>} Packages
 */

/**
 * The paths of some packages and of all that they depend on.
 *
 * @param {Packages} packages the installed ones
 * @param {string[]} names of the packages to begin with
 * @returns {string[]} sorted
 */
export const packagesWithDependencies = (packages, names) => {
  /** @type {Set<string>} */
  const found = new Set();
  /** @type {(from: string, name: string) => void} */
  const add = (from, name) => {
    const path = resolve(packages, from, name);
    if (path === null || found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) add(path, each);
  };
  for (const name of names) add('', name);
  return [...found].sort();
};

/**
 * Finds a package as Node.js does: inside the one that needs it, then further and further out.
 *
 * @param {Packages} packages
 * @param {string} from the path of the package that needs it; empty for the project
 * @param {string} name
 * @returns {string | null} null if it is not installed: an optional one for another kind of machine
 */
const resolve = (packages, from, name) => {
  const path = `${from ? `${from}/` : ''}node_modules/${name}`;
  if (packages[path]) return path;
  return from === '' ? null : resolve(packages, from.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, ''), name);
};
