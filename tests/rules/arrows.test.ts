import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const project = fileURLToPath(new URL('../../', import.meta.url));
const folders = ['domain', 'contract', 'server', 'web', 'web/service-worker'] as const;
type Folder = (typeof folders)[number];

/** What each folder holds here: one file, so that the test asks about the arrows and not about the shop. */
const house: Record<Folder, string> = {
  domain: 'rule',
  contract: 'call',
  server: 'route',
  web: 'page',
  'web/service-worker': 'worker',
};

const wrong: [Folder, string, string][] = [
  ['domain', 'imports the contract', `import { call } from '#contract/call.ts'; call();`],
  ['domain', 'imports the server', `import { route } from '../server/route.ts'; route();`],
  ['domain', 'imports a page', `import { page } from '../web/page.ts'; page();`],
  ['domain', 'reads the environment', `export const port = process.env.PORT;`],
  ['domain', 'reads a file', `import { readFileSync } from 'node:fs'; readFileSync('x');`],
  ['domain', 'touches the page', `document.title = 'x';`],
  ['domain', 'asks the network', `export const answer = fetch('/api');`],
  ['contract', 'imports the server', `import { route } from '../server/route.ts'; route();`],
  ['contract', 'imports a page', `import { page } from '../web/page.ts'; page();`],
  ['contract', 'reads the environment', `export const port = process.env.PORT;`],
  ['contract', 'touches the page', `document.title = 'x';`],
  ['server', 'imports a page', `import { page } from '../web/page.ts'; page();`],
  ['server', 'touches the page', `document.title = 'x';`],
  ['web', 'imports the server', `import { route } from '../server/route.ts'; route();`],
  ['web', 'reads the environment', `export const port = process.env.PORT;`],
  ['web/service-worker', 'imports the server', `import { route } from '../../server/route.ts'; route();`],
  ['web/service-worker', 'imports a page', `import { page } from '../page.ts'; page();`],
  ['web/service-worker', 'touches the page', `document.title = 'x';`],
];

const right: [Folder, string, string][] = [
  ['contract', 'imports the domain', `import { rule } from '#domain/rule.ts'; rule();`],
  ['server', 'imports the domain', `import { rule } from '#domain/rule.ts'; rule();`],
  ['server', 'imports the contract', `import { call } from '#contract/call.ts'; call();`],
  ['server', 'reads the environment', `export const port = process.env.PORT;`],
  ['web', 'imports the domain', `import { rule } from '#domain/rule.ts'; rule();`],
  ['web', 'imports the contract', `import { call } from '#contract/call.ts'; call();`],
  ['web', 'touches the page', `document.title = 'x';`],
];

const planted = [...wrong, ...right];
const nameOf = (index: number) => `planted-${index}.ts`;

let copy = '';
let complaints = '';

/** The project's own compiler settings over a house of small files, away from the project: one run for all cases. */
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'greenroom-arrows-'));
  for (const path of [
    'package.json',
    'tsconfig.base.json',
    ...folders.map((folder) => `src/${folder}/tsconfig.json`),
  ]) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await cp(join(project, path), join(copy, path));
  }
  await symlink(join(project, 'node_modules'), join(copy, 'node_modules'));
  for (const folder of folders) {
    await writeFile(join(copy, 'src', folder, `${house[folder]}.ts`), `export const ${house[folder]} = () => {};\n`);
  }
  for (const [index, [folder, , code]] of planted.entries()) {
    await writeFile(join(copy, 'src', folder, nameOf(index)), `${code}\nexport {};\n`);
  }
  const compiler = join(project, 'node_modules/typescript/bin/tsc');
  const args = [compiler, '-b', '--pretty', 'false', ...folders.map((folder) => `src/${folder}`)];
  complaints = await new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: copy }, (_problem, stdout, stderr) => resolve(stdout + stderr));
  });
}, 60_000);

afterAll(() => rm(copy, { recursive: true, force: true }));

const complaintsAbout = (index: number) => complaints.split('\n').filter((line) => line.includes(`/${nameOf(index)}(`));

const cases = (kind: [Folder, string, string][], first: number) =>
  kind.map(([folder, what], index): [Folder, string, number] => [folder, what, first + index]);

test.each(cases(wrong, 0))('a file of %s that %s does not compile', (_folder, _what, index) => {
  expect(complaintsAbout(index)).not.toEqual([]);
});

test.each(cases(right, wrong.length))('a file of %s that %s compiles', (_folder, _what, index) => {
  expect(complaintsAbout(index)).toEqual([]);
});
