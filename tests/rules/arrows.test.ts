import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const project = fileURLToPath(new URL('../../', import.meta.url));
const folders = ['domain', 'contract', 'demo', 'server', 'web', 'web/service-worker'] as const;
type Folder = (typeof folders)[number];

/** The one file of each folder in the copy, so that the test is about the imports and not about the shop. */
const files: Record<Folder, string> = {
  domain: 'rule',
  contract: 'call',
  demo: 'picture',
  server: 'route',
  web: 'page',
  'web/service-worker': 'worker',
};

const wrong: [Folder, string, string][] = [
  ['domain', 'imports the contract', `import { call } from '#contract/call.ts'; call();`],
  ['domain', 'imports the server', `import { route } from '../server/route.ts'; route();`],
  ['domain', 'imports a page', `import { page } from '../web/page.ts'; page();`],
  ['domain', 'imports the demo', `import { picture } from '#demo/picture.ts'; picture();`],
  ['domain', 'reads the environment', `export const port = process.env.PORT;`],
  ['domain', 'reads a file', `import { readFileSync } from 'node:fs'; readFileSync('x');`],
  ['domain', 'touches the page', `document.title = 'x';`],
  ['domain', 'uses the network', `export const response = fetch('/api');`],
  ['contract', 'imports the server', `import { route } from '../server/route.ts'; route();`],
  ['contract', 'imports a page', `import { page } from '../web/page.ts'; page();`],
  ['contract', 'imports the demo', `import { picture } from '#demo/picture.ts'; picture();`],
  ['contract', 'reads the environment', `export const port = process.env.PORT;`],
  ['contract', 'touches the page', `document.title = 'x';`],
  ['demo', 'imports the contract', `import { call } from '#contract/call.ts'; call();`],
  ['demo', 'imports the server', `import { route } from '../server/route.ts'; route();`],
  ['demo', 'imports a page', `import { page } from '../web/page.ts'; page();`],
  ['demo', 'reads the environment', `export const port = process.env.PORT;`],
  ['demo', 'reads a file', `import { readFileSync } from 'node:fs'; readFileSync('x');`],
  ['demo', 'touches the page', `document.title = 'x';`],
  ['demo', 'uses the network', `export const response = fetch('/api');`],
  ['server', 'imports a page', `import { page } from '../web/page.ts'; page();`],
  ['server', 'touches the page', `document.title = 'x';`],
  ['web', 'imports the demo', `import { picture } from '#demo/picture.ts'; picture();`],
  ['web', 'imports the server', `import { route } from '../server/route.ts'; route();`],
  ['web', 'reads the environment', `export const port = process.env.PORT;`],
  ['web/service-worker', 'imports the server', `import { route } from '../../server/route.ts'; route();`],
  ['web/service-worker', 'imports the demo', `import { picture } from '#demo/picture.ts'; picture();`],
  ['web/service-worker', 'imports a page', `import { page } from '../page.ts'; page();`],
  ['web/service-worker', 'touches the page', `document.title = 'x';`],
];

const right: [Folder, string, string][] = [
  ['contract', 'imports the domain', `import { rule } from '#domain/rule.ts'; rule();`],
  ['demo', 'imports the domain', `import { rule } from '#domain/rule.ts'; rule();`],
  ['server', 'imports the domain', `import { rule } from '#domain/rule.ts'; rule();`],
  ['server', 'imports the contract', `import { call } from '#contract/call.ts'; call();`],
  ['server', 'imports the demo', `import { picture } from '#demo/picture.ts'; picture();`],
  ['server', 'reads the environment', `export const port = process.env.PORT;`],
  ['web', 'imports the domain', `import { rule } from '#domain/rule.ts'; rule();`],
  ['web', 'imports the contract', `import { call } from '#contract/call.ts'; call();`],
  ['web', 'touches the page', `document.title = 'x';`],
];

const planted = [...wrong, ...right];
const nameOf = (index: number) => `planted-${index}.ts`;

let copy = '';
let errors = '';

/** Compiles a copy of the folders with one small file each and the project's own settings, once for all cases. */
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
    await writeFile(join(copy, 'src', folder, `${files[folder]}.ts`), `export const ${files[folder]} = () => {};\n`);
  }
  for (const [index, [folder, , code]] of planted.entries()) {
    await writeFile(join(copy, 'src', folder, nameOf(index)), `${code}\nexport {};\n`);
  }
  const compiler = join(project, 'node_modules/typescript/bin/tsc');
  const args = [compiler, '-b', '--pretty', 'false', ...folders.map((folder) => `src/${folder}`)];
  errors = await new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: copy }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
}, 60_000);

afterAll(() => rm(copy, { recursive: true, force: true }));

const errorsIn = (index: number) => errors.split('\n').filter((line) => line.includes(`/${nameOf(index)}(`));

const cases = (list: [Folder, string, string][], first: number) =>
  list.map(([folder, what], index): [Folder, string, number] => [folder, what, first + index]);

test.each(cases(wrong, 0))('a file in %s that %s does not compile', (_folder, _what, index) => {
  expect(errorsIn(index)).not.toEqual([]);
});

test.each(cases(right, wrong.length))('a file in %s that %s compiles', (_folder, _what, index) => {
  expect(errorsIn(index)).toEqual([]);
});
