import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { withoutFormulaGuard } from '#domain/text.ts';
import { csvText } from './csv.ts';

test.each([
  ['=HYPERLINK("http://evil")', `"'=HYPERLINK(""http://evil"")"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@sum', `"'@sum"`],
  ['\t=1', `"'\t=1"`],
  ['=1\nsecond line', `"'=1\nsecond line"`],
  ['plain, with a comma', '"plain, with a comma"'],
  ["it's fine", "it's fine"],
])('the text %j is exported as %s', (text, cell) => {
  expect(csvText([[text]])).toBe(cell);
});

test('numbers stay numbers, negative ones too, and a missing value is empty', () => {
  expect(csvText([[-5, 0, null, 1.5]])).toBe('-5,0,,1.5');
});

test('reading an exported table returns the same text', () => {
  const awkwardText = fc.string({
    unit: fc.constantFrom('=', "'", '"', ',', '-', '\n', '\r', 'a', ' ', '\t', '@', '+', 'é'),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(awkwardText, awkwardText), { minLength: 1 }), (rows) => {
      const read = Papa.parse<string[]>(csvText(rows), { newline: '\r\n', delimiter: ',' }).data;
      expect(read.map((row) => row.map(withoutFormulaGuard))).toEqual(rows);
    }),
  );
});
