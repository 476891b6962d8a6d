import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const project = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(join(project, 'docs/security/asvs.md'), 'utf8');

/**
 * How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has: the level of each, in the order of their
 * numbers. Those of level 3 are 0. Sections with level 3 alone are left out.
 */
const LEVELS: Record<string, string> = {
  ...{ 1.1: '22', 1.2: '1111122220', 1.3: '112222222220', 1.4: '222', 1.5: '120' },
  ...{ 2.1: '122', 2.2: '112', 2.3: '12220', 2.4: '20' },
  ...{ 3.2: '110', 3.3: '12220', 3.4: '11222200', 3.5: '11122000', 3.7: '22000' },
  ...{ 4.1: '12200', 4.2: '20000', 4.3: '22', 4.4: '1222' },
  ...{ 5.1: '2', 5.2: '112000', 5.3: '110', 5.4: '222' },
  ...{ 6.1: '122', 6.2: '111111112222', 6.3: '11220000', 6.4: '112200', 6.5: '22222000', 6.6: '2220', 6.8: '2222' },
  ...{ 7.1: '222', 7.2: '1111', 7.3: '22', 7.4: '11222', 7.5: '220', 7.6: '22' },
  ...{ 8.1: '1200', 8.2: '1120', 8.3: '100', 8.4: '20' },
  ...{ 9.1: '111', 9.2: '1222' },
  // As texts, because 10.10 would be 10.1.
  ...{ '10.1': '22', '10.2': '220', '10.3': '22220', '10.4': '1111122222200000', '10.5': '22222', '10.6': '22' },
  ...{ '10.7': '222' },
  ...{ 11.1: '2200', 11.2: '22200', 11.3: '11200', 11.4: '1222', 11.5: '20', 11.6: '20' },
  ...{ 12.1: '12200', 12.2: '11', 12.3: '22220' },
  ...{ 13.1: '2000', 13.2: '222220', 13.3: '2200', 13.4: '1222200' },
  ...{ 14.1: '22', 14.2: '12220000', 14.3: '122' },
  ...{ 15.1: '12200', 15.2: '12200', 15.3: '1222222' },
  ...{ 16.1: '2', 16.2: '22222', 16.3: '2222', 16.4: '222', 16.5: '2220' },
  ...{ 17.1: '20', 17.2: '22220000', 17.3: '22' },
};

/** Every requirement of levels 1 and 2. */
const requirements = new Set(
  Object.entries(LEVELS).flatMap(([section, levels]) =>
    [...levels].flatMap((level, index) => (level === '0' ? [] : `${section}.${index + 1}`)),
  ),
);

interface Row {
  number: string;
  state: string;
  /** How it is met, or why not. */
  how: string;
}

/** The rows of all tables. */
const rowsOf = (text: string): Row[] =>
  [...text.matchAll(/^\| *(\d+\.\d+\.\d+) *\|(.*)\|$/gm)].map(([, number, rest]) => {
    const [, state = '', ...how] = rest!.split('|').map((cell) => cell.trim());
    return { number: number!, state, how: how.join('|') };
  });

/** Numbers in bold after "Does not apply:" name a requirement, a section or a whole chapter. */
const doesNotApply = (text: string): string[] =>
  [...text.matchAll(/^Does not apply: (.*)$/gm)].flatMap(([, line]) =>
    [...line!.matchAll(/\*\*([\d.]+)\*\*/g)].map(([, number]) => number!),
  );

/** Where a path of the page leads: from the top of the project, from the server's folder, or from its features. */
const placeOf = (path: string): string | undefined =>
  ['', 'src/server', 'src/server/features']
    .map((folder) => join(folder, path))
    .find((place) => existsSync(join(project, place)));

const covers = (number: string, requirement: string): boolean => `${requirement}.`.startsWith(`${number}.`);

/** The titles of tests, of groups of tests and of tables of tests in a file. */
const titlesOf = (path: string): Set<string> =>
  new Set(
    [
      ...readFileSync(join(project, path), 'utf8').matchAll(
        /(?:\b(?:test|it|describe|bothDatabases)(?:\.\w+)*|[)`])\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g,
      ),
    ].map(([, , title]) => title!.replace(/\\(.)/g, '$1')),
  );

/** Returns whether a file has one test with a title, of which the page may show the beginning alone. */
const hasTest = (path: string, title: string): boolean => {
  const fits = (found: string) => (title.endsWith('…') ? found.startsWith(title.slice(0, -1)) : found === title);
  return [...titlesOf(path)].filter(fits).length === 1;
};

/** Returns whether a Markdown file has a heading that an address like `#signing-in` leads to. */
const hasHeading = (path: string, anchor: string): boolean =>
  [...readFileSync(join(project, path), 'utf8').matchAll(/^#+ (.*)$/gm)].some(
    ([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-') === anchor,
  );

/** The rows that name a test, a file or a page themselves. */
const SHOWING = new Set(
  rowsOf(page)
    .filter(({ how }) => /\.(?:tsx?|mjs|md)\b/.test(how))
    .map(({ number }) => number),
);

/** What is wrong with a row, as sentences. */
const problemsOf = ({ number, state, how }: Row): string[] => {
  const tests = [...how.matchAll(/`([^`]+) › "([^`]+)"`/g)].map(([, path, title]) => [path!, title!] as const);
  const links = [...how.matchAll(/\]\(([^)#]+)(?:#([^)]*))?\)/g)].map(
    ([, path, anchor]) => [join('docs/security', path!), anchor] as const,
  );
  const files = [
    ...[...how.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|json|html|md))`/g)].map(([, path]) => path!),
    ...links.map(([path]) => path),
  ];
  // Rows that are met in the same way.
  const same = [...how.matchAll(/\bAs (\d+\.\d+\.\d+)/g)].map(([, other]) => other!);
  const missing = [...tests.map(([path]) => path), ...files].filter((path) => !placeOf(path));
  const unknown = tests.filter(([path, title]) => !missing.includes(path) && !hasTest(placeOf(path)!, title));
  const lost = links.filter(([path, anchor]) => anchor && !missing.includes(path) && !hasHeading(path, anchor));
  return [
    ...(requirements.has(number) ? [] : ['is no requirement']),
    ...(['met', 'partly', 'not met'].includes(state) ? [] : [`"${state}" is no state`]),
    ...(state === 'met' && tests.length + files.length + same.length === 0 ? ['nothing shows that it is met'] : []),
    ...(state === 'met' || /\p{L}{3}/u.test(how.replace(/`[^`]*`/g, '')) ? [] : ['nothing says why']),
    ...(how.includes('TODO') ? ['something is left to do'] : []),
    ...same.filter((other) => !SHOWING.has(other)).map((other) => `${other} shows nothing`),
    ...missing.map((path) => `there is no ${path}`),
    ...lost.map(([path, anchor]) => `${path} has no heading for #${anchor}`),
    ...unknown.map(([path, title]) => `${path} has no test "${title}"`),
  ].map((problem) => `${number}: ${problem}`);
};

const countsOf = (rows: readonly Row[]): string => {
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  return [
    `${requirements.size} requirements of levels 1 and 2. ${requirements.size - rows.length} do not apply. Of the other`,
    `${rows.length}, **${count('met')} are met, ${count('partly')} partly met and ${count('not met')} not met**.`,
  ].join(' ');
};

test('ASVS 5.0.0 has 253 requirements of levels 1 and 2', () => {
  expect(requirements.size).toBe(253);
});

test('every requirement has one row or is named among those that do not apply, and never both', () => {
  const rows = rowsOf(page).map(({ number }) => number);
  expect(rows.filter((number, index) => rows.indexOf(number) !== index)).toEqual([]);
  const excluded = doesNotApply(page);
  const places = (number: string) =>
    Number(rows.includes(number)) + excluded.filter((other) => covers(other, number)).length;
  expect([...requirements].filter((number) => places(number) !== 1)).toEqual([]);
  expect(excluded.filter((number) => ![...requirements].some((other) => covers(number, other)))).toEqual([]);
});

test('every row has a number, a state and a reason, and the tests and files that it names exist', () => {
  expect(rowsOf(page).flatMap(problemsOf)).toEqual([]);
});

test('the counts at the top are right', () => {
  expect(page.split('\n')[2]).toBe(countsOf(rowsOf(page)));
});

const SHOWN = '`tests/rules/asvs.test.ts › "the counts at the top are right"`';
test.each([
  ['a right row', `| 1.1.1 | x | met | By a test: ${SHOWN}. |`, []],
  ['a wrong title', `| 1.1.1 | x | met | By ${SHOWN.replace('right', 'wrong')}. |`, ['has no test']],
  ['the beginning of a title', `| 1.1.1 | x | met | By ${SHOWN.replace(' are right', '…')}. |`, []],
  ['a beginning of two titles', '| 1.1.1 | x | met | `tests/rules/asvs.test.ts › "every r…"`. |', ['has no test']],
  ['a path of the server', '| 1.1.1 | x | met | By `http/csv.ts`. |', []],
  [
    'a file that is gone',
    `| 1.1.1 | x | met | By ${SHOWN.replace('asvs', 'gone')}. |`,
    ['there is no tests/rules/gone'],
  ],
  ['a document that is gone', '| 1.1.1 | x | met | See [gone](gone.md). |', ['there is no docs/security/gone.md']],
  [
    'a heading that is gone',
    '| 1.1.1 | x | met | See [it](../../SECURITY.md#gone). |',
    ['SECURITY.md has no heading for #gone'],
  ],
  ['a number that does not exist', `| 1.1.3 | x | met | By a test: ${SHOWN}. |`, ['is no requirement']],
  ['an unknown state', '| 1.1.1 | x | nearly | For a reason. |', ['"nearly" is no state']],
  ['a claim without anything to show it', '| 1.1.1 | x | met | Of course. |', ['nothing shows']],
  ['a row like one that shows nothing', '| 1.1.1 | x | met | As 99.1.1. |', ['99.1.1 shows nothing']],
  ['no reason', '| 1.1.1 | x | not met |  |', ['nothing says why']],
  ['a test still to be written', `| 1.1.1 | x | partly | A half: ${SHOWN}, TODO-TEST. |`, ['left to do']],
])('%s is noticed', (_what, row, problems) => {
  const found = rowsOf(row).flatMap(problemsOf);
  expect(found).toEqual(problems.map((problem) => expect.stringContaining(problem)));
});
