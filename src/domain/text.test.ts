import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  counted,
  isGuarded,
  isStorable,
  MAX_LISTED,
  MessageList,
  storable,
  withFormulaGuard,
  withoutFormulaGuard,
} from './text.ts';

test.each([
  [counted(0), '0 items'],
  [counted(1), '1 item'],
  [counted(2), '2 items'],
  [counted(1, 'product'), '1 product'],
  [counted(12, 'product'), '12 products'],
  [counted(999, 'product'), '999 products'],
  [counted(1028, 'product'), '1,028 products'],
  [counted(1_234_567), '1,234,567 items'],
  [counted(1, 'category', 'categories'), '1 category'],
  [counted(2, 'category', 'categories'), '2 categories'],
])('a count with its noun reads "%s"', (text, expected) => {
  expect(text).toBe(expected);
});

test.each([
  ['', ''],
  ['Süß 🍃', 'Süß 🍃'],
  ['nothing \0 there', 'nothing  there'],
  ['half \ud83c a leaf', 'half  a leaf'],
  ['\udf43 the other half', ' the other half'],
  ['\0\0🍃\0', '🍃'],
])('of %j %j can be stored', (text, stored) => {
  expect(storable(text)).toBe(stored);
  expect(isStorable(text)).toBe(text === stored);
});

describe('a text in a CSV file', () => {
  const SIGNS = [..."'=+-@|＝＋－＠;,\t\r\na1 \u200b\ufeff\u00ad\u0301"];

  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@sum', "'@sum"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n=1', "'\n'=1"],
    ['\t1', "'\t1"],
    ["'\n1", "''\n1"],
    ["'=1", "''=1"],
    ["''=1", "'''=1"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠sum', "'＠sum"],
    ['\u22121', "'\u22121"],
    ['｜a', "'｜a"],
    ['﹢1', "'﹢1"],
    ['﹣1', "'﹣1"],
    ['﹦1', "'﹦1"],
    ['﹫a', "'﹫a"],
    ['\u0301=1', "'\u0301=1"],
    ["|cmd '/c calc'!A1", "'|cmd '/c calc'!A1"],
    ['\u200b=1', "'\u200b=1"],
    ['\ufeff\u2060＝1', "'\ufeff\u2060＝1"],
    ["'\u200b'=1", "''\u200b'=1"],
    [' =1', "' =1"],
    ['\u200b1=1', '\u200b1=1'],
    ['1=1', '1=1'],
    [';=1', ";'=1"],
    ['a;=1', "a;'=1"],
    ['a\t@sum', "a\t'@sum"],
    ['- a\n- b\r\n-c', "'- a\n'- b\r\n'-c"],
    ["a;'=1", "a;''=1"],
    ['a; \u200b\u0301=1', "a;' \u200b\u0301=1"],
    ['a;\u00a0=1', "a;'\u00a0=1"],
    ['a;;=1;=2', "a;;'=1;'=2"],
    ['a;\t\r\n=1', "a;\t\r\n'=1"],
    ["a\n'b", "a\n'b"],
    ['a;1', 'a;1'],
    ['a;\u200b', 'a;\u200b'],
    ['a\n', 'a\n'],
    ['a,=1', 'a,=1'],
    ["'quoted'", "'quoted'"],
    ["''", "''"],
    ["a '=b", "a '=b"],
    ['', ''],
  ])('%j is exported as %j and read back as it was', (text, cell) => {
    expect(withFormulaGuard(text)).toBe(cell);
    expect(isGuarded(cell)).toBe(cell !== text);
    expect(withoutFormulaGuard(cell)).toBe(text);
  });

  test.each([null, undefined, 0, -5])('%j is no text and stays as it is', (cell) => {
    expect(withFormulaGuard(cell)).toBe(cell);
    expect(isGuarded(cell)).toBe(false);
  });

  test('never begins like a formula, whatever separates cells, and the import restores it exactly', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...SIGNS) }), (text) => {
        const exported = withFormulaGuard(text);
        expect(exported).not.toMatch(/^[=+\-@\t\r\n|＝＋－＠\u200b\ufeff]*[=+\-@|＝＋－＠]/);
        for (const cell of exported.split(/[;\t\r\n]/)) {
          expect(cell).not.toMatch(/^[\s\p{Cf}\p{Mn}]*[=+\-@|＝＋－＠]/u);
        }
        expect(withoutFormulaGuard(exported)).toBe(text);
      }),
    );
  });
});

describe('a list of messages', () => {
  const listOf = (count: number): string[] => {
    const list = new MessageList();
    for (let number = 1; number <= count; number += 1) list.add(`Message ${number}`);
    return list.lines();
  };

  test.each([0, 1, MAX_LISTED])('shows all of %i messages', (count) => {
    const messages = listOf(count);
    expect(messages).toHaveLength(count);
    if (count > 0) expect(messages.at(-1)).toBe(`Message ${count}`);
  });

  test('shows the first hundred of more messages, and how many there are besides', () => {
    const lines = listOf(103);
    expect(lines).toHaveLength(101);
    expect(lines.slice(98)).toEqual(['Message 99', 'Message 100', '… and 3 more']);
  });
});
