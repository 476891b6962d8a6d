import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const project = fileURLToPath(new URL('../../', import.meta.url));
const sources = join(project, 'src');

/** Every source file with its text, tests and fixtures left out. Paths are relative to src. */
const files = new Map(
  readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|(^|\/)testing\//.test(path))
    .map((path) => [path, readFileSync(join(sources, path), 'utf8')]),
);

/** The files that a file imports in any way: values, types, import() and worker addresses. */
const importsOf = (path: string): string[] => {
  const text = files.get(path)!.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const specifiers = [
    ...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^'\n]+)'/g),
    ...text.matchAll(/new URL\('([^']+\.tsx?)', import\.meta\.url\)/g),
  ].map(([, specifier]) => specifier!);
  return [...new Set(specifiers)]
    .map((specifier) =>
      specifier.startsWith('#') ? specifier.slice(1) : relative(sources, resolve(sources, dirname(path), specifier)),
    )
    .filter((target) => files.has(target));
};

const graph = new Map([...files.keys()].map((path) => [path, importsOf(path)]));

/** The groups of nodes that import each other in a circle (Tarjan's strongly connected components). */
const cyclesOf = (edges: ReadonlyMap<string, Iterable<string>>): string[][] => {
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string) => {
    index.set(node, index.size);
    lowest.set(node, index.get(node)!);
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!));
    }
    if (lowest.get(node) !== index.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) cycles.push(group.sort());
  };
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return cycles;
};

/** The imports between the folders and files directly inside a folder. */
const importsInside = (folder: string): Map<string, Set<string>> => {
  const entryOf = (path: string): string | null =>
    path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0]! : null;
  const edges = new Map<string, Set<string>>();
  for (const [path, targets] of graph) {
    const from = entryOf(path);
    if (from === null) continue;
    const to = targets.map(entryOf).filter((entry) => entry !== null && entry !== from);
    edges.set(from, new Set([...(edges.get(from) ?? []), ...(to as string[])]));
  }
  return edges;
};

const foldersBelow = (folder: string): string[] => [
  folder,
  ...new Set(
    [...files.keys()]
      .filter((path) => path.startsWith(`${folder}/`))
      .map(dirname)
      .flatMap((path) => path.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/')))
      .filter((path) => path.startsWith(`${folder}/`)),
  ),
];

const linesOf = (path: string): number => files.get(path)!.split('\n').length - 1;

const AMOUNT = String.raw`(?:toCents\(|\w*[cC]ents\b|\w*[pP]rice\b|\bsubtotal\b|\.total\b|\bshippingCost\b|\bpointsDiscount\b)`;
/** A sum, difference or product of amounts: `sum + quantity * toCents(price)`, `toCents(a)! - toCents(b)`, `cents / 100`. */
const CALCULATED_MONEY = new RegExp(
  [
    String.raw`[-+*] \(?${AMOUNT}`,
    String.raw`toCents\((?:[^()]|\([^()]*\))*\)!? (?:[-+*]|/ 100)`,
    String.raw`toCents\((?:[^()]|\([^()]*\))*\) \?\? 0\) (?:[-+*]|/ 100)`,
    '(?:[cC]ents|[pP]rice|subtotal|shippingCost|pointsDiscount) (?:[-+*] [^*/>]|/ 100)',
  ].join('|'),
);

/** The shop without its demo, which is data and drawings. */
const shop = [...files.keys()].filter((path) => !path.startsWith('demo/'));

test('the sources are read', () => {
  expect(shop.length).toBeGreaterThan(200);
  expect(graph.get('server/app.ts')).toContain('server/features/cart/cart.routes.ts');
});

test('no files import each other in a circle, types included', () => {
  expect(cyclesOf(graph)).toEqual([]);
});

test.each(foldersBelow('server/features'))('nothing in src/%s imports its neighbors in a circle', (folder) => {
  expect(cyclesOf(importsInside(folder))).toEqual([]);
});

test.each(foldersBelow('web'))('nothing in src/%s imports its neighbors in a circle', (folder) => {
  expect(cyclesOf(importsInside(folder))).toEqual([]);
});

test('few files are too small to be worth opening, and none is too long', () => {
  expect(shop.filter((path) => linesOf(path) > 350)).toEqual([]);
  // A migration is as long as its change.
  const small = shop.filter((path) => linesOf(path) < 20 && !path.includes('/migrations/'));
  expect(small.length, small.join('\n')).toBeLessThanOrEqual(23);
});

test('SQL is in db, in queries files and in tables only', () => {
  const withSql = shop.filter(
    (path) =>
      path.startsWith('server/') &&
      !/^server\/db\/|\.(queries|table)\.ts$/.test(path) &&
      /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`|from 'kysely'/.test(files.get(path)!),
  );
  expect(withSql).toEqual([]);
});

test('only db knows which engine is in use', () => {
  const knowing = shop.filter(
    (path) =>
      path.startsWith('server/') &&
      !path.startsWith('server/db/') &&
      /EngineKind|'(sqlite|postgres)'|from '(.*\/sqlite-driver\.ts|pg)'/.test(files.get(path)!),
  );
  // The lock of a data folder is an SQLite file of its own, whatever the shop's database is.
  expect(knowing).toEqual(['server/start/data-dir.ts']);
});

test('pages calculate no money: domain does, for them and for the server', () => {
  const sums = [...files].flatMap(([path, text]) =>
    path.startsWith('web/')
      ? text
          .split('\n')
          .filter((line) => !/^\s*(?:\/\/|\/?\*)|\.sort\(/.test(line) && CALCULATED_MONEY.test(line))
          .map((line) => `${path}: ${line.trim()}`)
      : [],
  );
  expect(sums).toEqual([]);
});

test('comments cite nothing outside the repository, and only rules that exist', () => {
  const rules = new Set(
    [...readFileSync(join(project, 'docs/behavior.md'), 'utf8').matchAll(/^\*\*(\d+\.\d+) /gm)].map(([, rule]) => rule),
  );
  expect(rules.size).toBeGreaterThan(80);
  const broken = ['src', 'tests', 'labs', 'bench', 'scripts', 'build']
    .flatMap((folder) =>
      readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    )
    .filter((path) => /\.(tsx?|mjs|css)$/.test(path) && !path.includes('node_modules'))
    .flatMap((path) => {
      const text = readFileSync(join(project, path), 'utf8');
      const outside = [...text.matchAll(/(?:specification|decisions) [§]|[(]issue: /g)].map(([words]) => words);
      const cited = [...text.matchAll(/\bbehavior ((?:\d+\.\d+)(?:(?:,| and| to) \d+\.\d+)*)/g)]
        .flatMap(([, list]) => list!.match(/\d+\.\d+/g) ?? [])
        .filter((rule) => !rules.has(rule));
      return [...outside, ...cited.map((rule) => `behavior ${rule}`)].map((words) => `${path}: ${words}`);
    });
  expect(broken).toEqual([]);
});
