import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepProcess, makeFolder } from '../faults/kept.ts';

const run = promisify(execFile);
const project = fileURLToPath(new URL('../../', import.meta.url));

/** Making a release builds the shop if it has changed. */
const MAKE_LIMIT_MS = 600_000;

let temporary: { path: string; remove(): Promise<void> };
/** The folder with the packed release. */
let made: string;
/** The unpacked release. Its path has a space. */
let release: string;
/** An empty folder, in which the release is started. */
let empty: string;
/** The only thing on the path of programs: node. */
let path: string;
let archive: string;

beforeAll(async () => {
  temporary = makeFolder();
  [made, empty, path] = (await Promise.all(
    ['made', 'empty', 'only node'].map(async (name) => {
      await mkdir(join(temporary.path, name));
      return join(temporary.path, name);
    }),
  )) as [string, string, string];
  const { stdout } = await run(process.execPath, ['scripts/run.mjs', 'release', '--only-pack', '--output', made], {
    cwd: project,
  });
  archive = stdout.trim();
  const folder = join(temporary.path, 'a place for shops');
  await mkdir(folder);
  await run('tar', ['-xzf', archive, '-C', folder]);
  release = join(folder, (await readdir(folder))[0]!);
  await symlink(process.execPath, join(path, 'node'));
}, MAKE_LIMIT_MS);

afterAll(() => temporary?.remove());

interface Ended {
  code: number;
  output: string;
}

/** Runs the program of the release in the empty folder, with nothing but node. */
const greenroom = async (...args: string[]): Promise<Ended> => {
  const env = { PATH: path };
  try {
    const { stdout, stderr } = await run(join(release, 'greenroom'), args, { cwd: empty, env });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
};

/** Starts the shop of the release in the empty folder, with nothing but node and a port that the system chooses. */
const startShop = async () => {
  const child = spawn(join(release, 'greenroom'), ['start'], { cwd: empty, env: { PATH: path, PORT: '0' } });
  keepProcess(child);
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    for (const pipe of [child.stdout, child.stderr]) {
      pipe.setEncoding('utf8').on('data', (part: string) => {
        output += part;
        const address = / is open at (http:\/\/\S+)\n/.exec(output)?.[1];
        if (address) resolve(address);
      });
    }
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The shop ended before it was open:\n${output}`)));
  });
  const stop = async () => {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    return await exit;
  };
  return { url, output: () => output, stop };
};

/** Every package below a folder with packages, also inside other packages, as `name@version`. */
const packagesIn = async (folder: string): Promise<string[]> => {
  const manifests = (await readdir(folder, { recursive: true })).filter((file) =>
    /(^|node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(file),
  );
  return Promise.all(
    manifests.map(async (file) => {
      const { name, version } = JSON.parse(await readFile(join(folder, file), 'utf8')) as Record<string, string>;
      return `${name}@${version}`;
    }),
  );
};

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

test('a release runs in an empty folder with nothing but node, and ends with code 0 when it is asked to', async () => {
  const shop = await startShop();
  expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
  expect(await (await fetch(shop.url)).text()).toContain('<title>');

  const [accessCode, password] = ['Access code', 'Password'].map(
    (name) => new RegExp(`${name} +(\\S+)`).exec(shop.output())![1],
  );
  const json = (body: unknown) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect((await fetch(`${shop.url}/api/auth`, json({ password: accessCode }))).status).toBe(200);
  const login = await fetch(`${shop.url}/api/login`, json({ username: 'admin', password }));
  expect(login.status).toBe(200);
  // An installed shop is a real one: it begins without products.
  expect(await (await fetch(`${shop.url}/api/inventory-data`)).json()).toMatchObject({ inventory: [] });

  const check = await greenroom('shop', 'check');
  expect(check).toEqual({ code: 0, output: expect.stringContaining('The settings are valid') });
  expect(await shop.stop()).toEqual([0, null]);
  expect(await readdir(empty)).toEqual(['data']);
});

test('exit codes of the shop are those of the program', async () => {
  expect((await greenroom('shop', 'nonsense')).code).toBe(1);
  expect((await greenroom('nonsense')).code).toBe(2);
  const { version } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as { version: string };
  expect(await greenroom('--version')).toEqual({ code: 0, output: `${version}\n` });
});

test('a release for another machine or another Node.js is refused with one sentence that names both', async () => {
  const file = join(release, 'platform.json');
  const original = await readFile(file, 'utf8');
  const isFor = (changed: object) => writeFile(file, JSON.stringify({ ...JSON.parse(original), ...changed }));
  try {
    await isFor({ os: 'plan9', arch: 'mips' });
    const machine = await greenroom('start');
    expect(machine.code).toBe(1);
    expect(machine.output).toMatch(
      /^Greenroom cannot start\. This release needs plan9 mips .+, but this is \S+ .+\.\n$/,
    );
    expect(machine.output).toContain(`${process.platform} ${process.arch}`);

    await isFor({ nodeModuleVersion: '1' });
    const module = await greenroom('shop', 'check');
    expect(module.code).toBe(1);
    expect(module.output).toMatch(/ with module version 1, but this is .+ with module version \d{2,}\.\n$/);

    await isFor({ oldestNode: '99.1' });
    expect((await greenroom('start')).output).toContain('Node.js 99.1 or later');
    expect(await greenroom('verify')).toEqual({
      code: 1,
      output: 'platform.json is missing, or is not the file that was released.\n',
    });
  } finally {
    await writeFile(file, original);
  }
});

test('the checksums of a release cover each of its files', async () => {
  expect(await readFile(`${archive}.sha256`, 'utf8')).toBe(
    `${sha256(await readFile(archive))}  ${archive.slice(made.length + 1)}\n`,
  );
  const { output, code } = await greenroom('verify');
  const entries = await readdir(release, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  expect(files.filter((entry) => !entry.isFile())).toEqual([]);
  // All but the list itself.
  expect({ output, code }).toEqual({ output: `All ${files.length - 1} files are as they were released.\n`, code: 0 });
  await rm(join(release, 'LICENSE'));
  expect((await greenroom('verify')).output).toBe('LICENSE is missing, or is not the file that was released.\n');
});

test('only the programs of a release can be run', async () => {
  const entries = await readdir(release, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const runnable = await Promise.all(files.map(async (file) => ((await stat(file)).mode & 0o111 ? [file] : [])));
  expect(runnable.flat().sort()).toEqual(
    ['deploy/database.sh', 'deploy/greenroom-shop', 'greenroom'].map((file) => join(release, file)),
  );
});

test('the bill of materials lists every package of the release and of its pages, and nothing else', async () => {
  const bill = JSON.parse(await readFile(join(release, 'sbom.cdx.json'), 'utf8'));
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 });
  expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(bill.metadata.component).toMatchObject({ type: 'application', name: 'greenroom' });
  const components = bill.components as Record<string, unknown>[];
  for (const component of components) {
    expect(component).toMatchObject({ type: 'library', purl: expect.stringMatching(/^pkg:npm\/.+@.+/) });
  }
  const nameOf = ({ name, version }: Record<string, unknown>) => `${name}@${version}`;
  const installed = await packagesIn(join(release, 'app', 'node_modules'));
  expect(installed.length).toBeGreaterThan(100);
  const inPages = components.filter(({ properties }) => JSON.stringify(properties ?? '').includes('compiled-into'));
  for (const name of [
    'react',
    'react-dom',
    'wouter',
    'tailwindcss',
    'lucide-react',
    'serwist',
    '@fontsource-variable/figtree',
  ]) {
    expect(inPages.map((component) => component.name)).toContain(name);
  }
  for (const component of inPages) expect(component).toMatchObject({ hashes: [{ alg: 'SHA-512' }] });
  expect(new Set(components.map(nameOf))).toEqual(new Set([...installed, ...inPages.map(nameOf)]));
  // Every dependency leads to a component.
  const known = new Set([bill.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])]);
  const edges = bill.dependencies as { ref: string; dependsOn: string[] }[];
  expect(edges.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !known.has(ref))).toEqual([]);
});
