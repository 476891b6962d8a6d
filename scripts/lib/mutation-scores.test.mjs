import { expect, test } from 'vitest';
import { filesBelow, scoresByFile } from './mutation-scores.mjs';

/** @param {string[]} statuses */
const mutants = (...statuses) => ({ mutants: statuses.map((status) => ({ status })) });

const scores = scoresByFile({
  files: {
    'money.ts': mutants('Killed', 'Killed', 'Timeout', 'Survived'),
    'tags.ts': mutants('Killed', 'NoCoverage'),
    'product.ts': mutants('Ignored'),
    'cart.ts': mutants('Killed', 'Ignored', 'CompileError', 'RuntimeError'),
    'points.ts': mutants(),
  },
});

test('the score of a file is the share of its mutants that the tests detect, the lowest first', () => {
  expect(scores).toEqual([
    { file: 'tags.ts', score: 50 },
    { file: 'money.ts', score: 75 },
    { file: 'cart.ts', score: 100 },
  ]);
});

test('a file is below the bar only if its score is lower than the bar', () => {
  expect(filesBelow(scores, 75)).toEqual([{ file: 'tags.ts', score: 50 }]);
  expect(filesBelow(scores, 50)).toEqual([]);
});
