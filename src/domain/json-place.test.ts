import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findJsonMistake, jsonMistake } from './json-place.ts';

test.each([
  ['{\n "data": [\n  {"id": 1},\n ]\n}', 'Line 4, column 2: "]" cannot stand there.'],
  ['{"data":[{"qty":NaN}]}', 'Line 1, column 17: "NaN" cannot stand there.'],
  ['{"data":[{"qty":1,}]}', 'Line 1, column 19: "}" cannot stand there.'],
  ["{'data':[]}", 'Line 1, column 2: "\'" cannot stand there.'],
  ['{"a":1\r\n"b":2}', 'Line 2, column 1: "b" cannot stand there.'],
  ['{"a":1} x', 'Line 1, column 9: "x" cannot stand there.'],
  ['{"a":01}', 'Line 1, column 6: "01" cannot stand there.'],
  ['{"a":"b\nc"}', 'Line 1, column 6: "b cannot stand there.'],
  ['{"a":[1,2', 'Line 1, column 10: the text ends there.'],
  ['{"a" 1}', 'Line 1, column 6: "1" cannot stand there.'],
  ['{\u201ca\u201d:1}', 'Line 1, column 2: "\u201c" cannot stand there.'],
  ['<html>', 'Line 1, column 1: "<" cannot stand there.'],
  ['{"a":1]', 'Line 1, column 7: "]" cannot stand there.'],
])('%j: %s', (text, sentence) => {
  expect(jsonMistake(text)).toBe(sentence);
});

test('what JSON.parse reads has no mistake, and what it refuses has one', () => {
  const piece = fc.constantFrom(...'{}[],:"\\ \n', 'true', 'null', '1', '-0.5e3', '01', '"a"', '"\\u00e9"', 'x');
  const texts = fc.oneof(
    fc.json(),
    fc.array(piece).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      expect(findJsonMistake(text) === null).toBe(isJson);
    }),
  );
});

test('a broken text of millions of escaped letters has its place too', () => {
  expect(jsonMistake(`["${'\\n'.repeat(5_000_000)}"`)).toBe('Line 1, column 10000004: the text ends there.');
});
