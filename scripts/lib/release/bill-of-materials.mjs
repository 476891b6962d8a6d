import { runNpm } from '../child-process.mjs';
import { fingerprint } from '../project.mjs';

/**
 * The software bill of materials (SBOM) of the installed packages and of those that the pages are built from, as
 * CycloneDX 1.5. npm writes it for the first. What differs between two runs, its time and its number, is replaced. So are
 * names of folders, because better-sqlite3 may have another one.
 *
 * @param {string} app the folder with package.json and node_modules
 * @param {{version: string, time: number, inPages: Component[]}} release `time`: epoch seconds
 */
export const billOfMaterials = async (app, { version, time, inPages }) => {
  const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev'];
  const bill = JSON.parse(await runNpm(['sbom', '--prefix', app, ...format]));
  // npm takes the name of the folder.
  bill.metadata.component.name = 'greenroom';
  for (const component of bill.components) {
    component.name = decodeURIComponent(component.purl.replace(/^pkg:npm\/(.+)@.*$/, '$1'));
  }
  addPages(bill.components, inPages);
  bill.metadata.timestamp = new Date(time * 1000).toISOString();
  bill.serialNumber = `urn:uuid:${uuidOf(`${version} ${JSON.stringify(bill.components)}`)}`;
  return bill;
};

/**
 * @typedef {{name: string, version: string, purl: string, properties?: object[]} & Record<string, unknown>} Component
 * @typedef {Record<string, {version: string, integrity?: string, license?: string}>} Packages
 */

const IN_PAGES = { name: 'greenroom:compiled-into', value: 'pages' };

/**
 * Packages as components of a bill of materials: those whose code is a part of the pages.
 *
 * @param {Packages} packages those of the lockfile, by their path
 * @param {string[]} names
 * @returns {Component[]}
 * @throws {TypeError} for one that the lockfile does not have
 */
export const componentsOfPages = (packages, names) =>
  names.map((name) => {
    const found = packages[`node_modules/${name}`];
    if (!found) throw new TypeError(`The pages are built from ${name}, which is not in package-lock.json.`);
    const { version, integrity = '', license } = found;
    const [, hash] = /^sha512-(.+)$/.exec(integrity) ?? [];
    return {
      'bom-ref': `${name}@${version}`,
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      properties: [IN_PAGES],
      ...(hash && { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
      ...(license && { licenses: [/\s/.test(license) ? { expression: license } : { license: { id: license } }] }),
    };
  });

/**
 * Adds the components of the pages. One that is installed too is one component.
 *
 * @param {Component[]} components
 * @param {Component[]} inPages
 */
const addPages = (components, inPages) => {
  for (const each of inPages) {
    const installed = components.find(({ purl }) => purl === each.purl);
    if (!installed) {
      components.push(each);
      continue;
    }
    installed.properties = [...(installed.properties ?? []), IN_PAGES];
    // npm leaves it out for some packages.
    installed.hashes ??= each.hashes;
  }
};

/**
 * A UUID that is made from a text (version 8 of RFC 9562).
 *
 * @param {string} text
 */
const uuidOf = (text) =>
  fingerprint(text).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, (_, ...parts) => {
    const [a, b, c, d, e] = parts;
    return `${a}-${b}-8${c}-8${d}-${e}`;
  });
