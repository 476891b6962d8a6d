import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const changelog = readFileSync(fileURLToPath(new URL('../../CHANGELOG.md', import.meta.url)), 'utf8');

/** The kinds of changes of Keep a Changelog 1.1.0, in its order. */
const KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

test('the changelog follows Keep a Changelog: dated versions, the newest first, with changes by their kind', () => {
  const [, ...versions] = changelog.split(/^## /m);
  const titles = versions.map((text) => text.split('\n')[0]!);
  const released = titles.filter((title) => title !== '[Unreleased]');
  expect(released.filter((title) => !/^\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/.test(title))).toEqual([]);
  expect(titles.slice(1)).not.toContain('[Unreleased]');
  const dates = released.map((title) => title.slice(-10));
  expect(dates).toEqual(dates.toSorted().reverse());
  for (const text of versions) {
    const [intro, ...sections] = text.split(/^### /m);
    expect(intro).not.toMatch(/^- /m);
    const kinds = sections.map((section) => section.split('\n')[0]!);
    // What changes for those who have the version before may come first.
    const usual = kinds[0] === 'Changed' ? kinds.slice(1) : kinds;
    expect(usual).toEqual(KINDS.filter((kind) => usual.includes(kind)));
    expect(sections.filter((section) => !/^- /m.test(section))).toEqual([]);
  }
});
