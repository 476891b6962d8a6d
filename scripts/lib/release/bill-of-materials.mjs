import { runNpm } from '../child-process.mjs';
import { fingerprint } from '../project.mjs';

/**
 * The software bill of materials (SBOM) of the installed packages, as CycloneDX 1.5. npm writes it. What differs between
 * two runs, its time and its number, is replaced. So are names of folders, because better-sqlite3 may have another one.
 *
 * @param {string} app the folder with package.json and node_modules
 * @param {{version: string, time: number}} release `time`: epoch seconds
 */
export const billOfMaterials = async (app, { version, time }) => {
  const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev'];
  const bill = JSON.parse(await runNpm(['sbom', '--prefix', app, ...format]));
  // npm takes the name of the folder.
  bill.metadata.component.name = 'greenroom';
  for (const component of bill.components) {
    component.name = decodeURIComponent(component.purl.replace(/^pkg:npm\/(.+)@.*$/, '$1'));
  }
  bill.metadata.timestamp = new Date(time * 1000).toISOString();
  bill.serialNumber = `urn:uuid:${uuidOf(`${version} ${JSON.stringify(bill.components)}`)}`;
  return bill;
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
