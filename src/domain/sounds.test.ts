import { expect, test } from 'vitest';
import { soundOf } from './sounds.ts';

test.each([
  ['midnite', 'midnight', true],
  ['lites', 'lights', true],
  ['kwartz', 'quartz', true],
  ['sower', 'sour', true],
  ['creme', 'cream', true],
  ['jell', 'gel', true],
  ['goast', 'ghost', true],
  ['fantom', 'phantom', true],
  ['nife', 'knife', true],
  ['rapper', 'wrapper', true],
  ['sitrus', 'citrus', true],
  ['waks', 'wax', true],
  ['crystal', 'kristal', true],
  ['hammer', 'hamer', true],
  ['cherry', 'kerry', false],
  ['amber', 'umber', false],
  ['haze', 'blaze', false],
  ['gate', 'jate', false],
])('"%s" sounds as "%s": %s', (one, other, isIt) => {
  expect(soundOf(one) === soundOf(other)).toBe(isIt);
});
