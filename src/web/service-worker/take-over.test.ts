import { expect, test } from 'vitest';
import { mayTakeOver } from './take-over.ts';

const alone = { isReload: true, pages: 1 };

test('a new version comes when the only open page is reloaded', () => {
  expect(mayTakeOver(alone)).toBe(true);
});

test.each([
  ['another page of the old version is open', { ...alone, pages: 2 }],
  ['a link was followed, perhaps in a second tab', { ...alone, isReload: false }],
])('the old version stays while %s', (_, reload) => {
  expect(mayTakeOver(reload)).toBe(false);
});
