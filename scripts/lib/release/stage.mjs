/** Collects the files of a release in a folder. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runQuietly } from '../child-process.mjs';
import { loadSqlite } from '../native-module.mjs';
import { inProject } from '../project.mjs';
import { sqlitePackage } from '../sqlite-package.mjs';
import { billOfMaterials, componentsOfPages } from './bill-of-materials.mjs';
import { packagesWithDependencies } from './packages.mjs';
import { describePlatform } from './platform.mjs';

/** What operators read, and what they install with it. */
const DOCUMENTS = ['LICENSE', 'THIRD-PARTY.md', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'docs', 'deploy'];

/** The files of scripts/lib that run in a release. They keep their places, so they find each other. */
const PROGRAM = [
  'node-version.mjs',
  'sqlite-package.mjs',
  'release/program.mjs',
  'release/platform.mjs',
  'release/checksums.mjs',
];

/** The file `greenroom` of a release. It is CommonJS: Node.js 20 loads nothing else from a file without an extension. */
const LAUNCHER = "#!/usr/bin/env node\nimport('./app/scripts/lib/release/program.mjs');\n";

/** Parts of better-sqlite3 that are needed to build it, and binaries for other machines. */
const NOT_NEEDED = ['build', 'deps', 'src', 'binding.gyp', 'prebuilds'];

/**
 * Collects everything in `staging/greenroom-VERSION`. The packages are those that the server was built from, with what
 * they depend on, and the better-sqlite3 for this Node.js. The shop itself is in the folder `app` of the release.
 *
 * @param {string} staging an empty folder
 * @returns {Promise<{folder: string, time: number}>} the folder, and the time of its files in epoch seconds
 * @throws {ScriptError}
 */
export const stageRelease = async (staging) => {
  const time = await releaseTime();
  const project = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  const folder = join(staging, `greenroom-${project.version}`);
  const app = join(folder, 'app');
  mkdirSync(app, { recursive: true });

  const used = [...JSON.parse(readFileSync(inProject('dist', 'server', 'packages.json'), 'utf8')), sqlitePackage()];
  copyPackages(app, used);
  const binary = join('node_modules', sqlitePackage(), await loadSqlite());
  cpSync(inProject(binary), join(app, binary));
  writeJson(join(app, 'package.json'), manifest(project, used));
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  const ofPages = JSON.parse(readFileSync(inProject('dist', 'page-packages.json'), 'utf8'));
  const inPages = componentsOfPages(packages, ofPages);
  writeJson(join(folder, 'sbom.cdx.json'), await billOfMaterials(app, { version: project.version, time, inPages }));

  for (const part of ['server', 'public'])
    cpSync(inProject('dist', part), join(app, 'dist', part), { recursive: true });
  for (const path of DOCUMENTS) {
    // Somebody may have filled in the settings of deploy/compose.yaml here, with secrets.
    cpSync(inProject(path), join(folder, path), { recursive: true, filter: (file) => basename(file) !== '.env' });
  }
  for (const path of PROGRAM) cpSync(inProject('scripts', 'lib', path), join(app, 'scripts', 'lib', path));
  writeFileSync(join(folder, 'greenroom'), LAUNCHER);
  // Otherwise a package.json around the folder would decide how Node.js reads the file without an extension.
  writeJson(join(folder, 'package.json'), { private: true, type: 'commonjs' });
  writeJson(join(folder, 'platform.json'), describePlatform(app, project));
  return { folder, time };
};

/**
 * Copies the installed packages, each without the packages inside it: these are copied if somebody needs them.
 *
 * @param {string} app
 * @param {string[]} used
 */
const copyPackages = (app, used) => {
  const { packages } = JSON.parse(readFileSync(inProject('node_modules', '.package-lock.json'), 'utf8'));
  for (const path of packagesWithDependencies(packages, used)) {
    const inside = inProject(path, 'node_modules');
    const needless = NOT_NEEDED.map((each) => inProject('node_modules', sqlitePackage(), each));
    const filter = (/** @type {string} */ file) => file !== inside && !needless.includes(file);
    cpSync(inProject(path), join(app, path), { recursive: true, filter });
  }
};

/**
 * The package.json of the release: what the shop reads of it, and the packages.
 *
 * @param {Record<string, any>} project
 * @param {string[]} used
 */
const manifest = ({ name, version, description, license, type, engines, ...project }, used) => ({
  ...{ name, version, description, license, private: true, type, engines },
  dependencies: Object.fromEntries(
    Object.entries({ ...project.dependencies, ...project.optionalDependencies }).filter(([each]) =>
      used.includes(each),
    ),
  ),
});

/**
 * The time that all files get, so that a commit makes the same bytes each time: SOURCE_DATE_EPOCH, or the time of the
 * commit, or now outside of a repository. It must differ between releases, because browsers know a page by it.
 */
const releaseTime = async () => {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given && /^\d+$/.test(given)) return Number(given);
  try {
    return Number(await runQuietly('git', ['log', '-1', '--format=%ct']));
  } catch {
    return Math.floor(Date.now() / 1000);
  }
};

/**
 * @param {string} path
 * @param {unknown} value
 */
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
