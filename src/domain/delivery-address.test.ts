import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cleanAddressLines,
  cleanAddressText,
  type DeliveryAddress,
  fitsLines,
  isReadable,
  parcelLines,
} from './delivery-address.ts';

describe('a text of an address is kept on one line, without controls and needless spaces', () => {
  test.each([
    ['Fern Harbor', 'Fern Harbor'],
    ['  Fern \t Harbor ', 'Fern Harbor'],
    ['Fern\nHarbor', 'Fern Harbor'],
    ['Fern\u2028Harbor', 'Fern Harbor'],
    ['Fern\u0000\u0007 Harbor\u007F', 'Fern Harbor'],
    // A phone copies its numbers like this.
    ['\u202A+1 503 555 0100\u202C', '+1 503 555 0100'],
    ['\uFEFF97103', '97103'],
    // An address that would turn around what is printed after it.
    ['Fern \u202Erobrah', 'Fern robrah'],
    ['\u2067Fern\u2069', 'Fern'],
    // Letters from right to left, with the sign that joins no letters in Persian, and a mark of direction.
    ['شارع الملك فهد ١٢', 'شارع الملك فهد ١٢'],
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
    ['רחוב הרצל \u200F5', 'רחוב הרצל \u200F5'],
    ['東京都千代田区　1-1', '東京都千代田区 1-1'],
    ['👩\u200D🌾 Farm', '👩\u200D🌾 Farm'],
    ['', ''],
    [' \n\u0000 ', ''],
  ])('%j is kept as %j', (typed, kept) => {
    expect(cleanAddressText(typed)).toBe(kept);
  });
});

describe('the street keeps its lines, but no empty ones', () => {
  test.each([
    ['12 Harbor Street', '12 Harbor Street'],
    ['12 Harbor Street\nUnit 4', '12 Harbor Street\nUnit 4'],
    ['12 Harbor Street\r\n\r\n  Unit 4  \r', '12 Harbor Street\nUnit 4'],
    [
      '12 Harbor Street\u2028Unit 4\u0085Back door\vRing twice\fUpstairs',
      '12 Harbor Street\nUnit 4\nBack door\nRing twice\nUpstairs',
    ],
    ['\n\n', ''],
  ])('%j is kept as %j', (typed, kept) => {
    expect(cleanAddressLines(typed)).toBe(kept);
  });
});

test('five lines fit on a parcel, and thirty do not', () => {
  const of = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index + 1}`).join('\n');
  expect([1, 5, 6, 30].map((count) => fitsLines(of(count)))).toEqual([true, true, false, false]);
});

test('a text that nobody can read is none', () => {
  expect(['Fern', '١', '.', '👩‍🌾'].map(isReadable)).toEqual([true, true, true, true]);
  expect(['', ' ', '\u200B', '\u200F\u2060', '\u3164', '\u2800'].map(isReadable)).toEqual(Array(6).fill(false));
});

const ADDRESS: DeliveryAddress = {
  name: 'Fern Harbor',
  lines: '12 Harbor Street\nUnit 4',
  city: 'Astoria',
  region: 'OR',
  postalCode: '97103',
  country: 'United States',
  phone: '+1 503 555 0100',
};

describe('an address is written line by line, without what it does not have', () => {
  test.each([
    [{}, ['Fern Harbor', '12 Harbor Street', 'Unit 4', 'Astoria, OR 97103', 'United States']],
    [{ region: null }, ['Fern Harbor', '12 Harbor Street', 'Unit 4', 'Astoria, 97103', 'United States']],
    // Hong Kong has no postal codes.
    [
      { lines: '8 Queen’s Road', city: 'Hong Kong', region: null, postalCode: null, country: 'Hong Kong' },
      ['Fern Harbor', '8 Queen’s Road', 'Hong Kong', 'Hong Kong'],
    ],
    [{ city: null, postalCode: null }, ['Fern Harbor', '12 Harbor Street', 'Unit 4', 'OR', 'United States']],
    [{ city: null, region: null, postalCode: null }, ['Fern Harbor', '12 Harbor Street', 'Unit 4', 'United States']],
  ])('%j', (changes, lines) => {
    expect(parcelLines({ ...ADDRESS, ...changes })).toEqual(lines);
  });
});

const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[\s\S]*$/));

test('a clean text stays as it is, is never longer, and keeps every letter and digit', () => {
  fc.assert(
    fc.property(texts, (text) => {
      for (const clean of [cleanAddressText, cleanAddressLines]) {
        const kept = clean(text);
        expect(clean(kept)).toBe(kept);
        expect(kept.length).toBeLessThanOrEqual(text.length);
        expect(kept.match(/[\p{L}\p{N}]/gu)).toEqual(text.match(/[\p{L}\p{N}]/gu));
      }
    }),
  );
});

test('nothing that breaks a line or turns the direction is left, except between the lines of the street', () => {
  const breaks = /[\n\v\f\r\u0085\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
  fc.assert(
    fc.property(texts, (text) => {
      expect(cleanAddressText(text)).not.toMatch(breaks);
      for (const line of cleanAddressLines(text).split('\n')) {
        expect(line).not.toMatch(breaks);
        expect(line).toBe(cleanAddressText(line));
      }
    }),
  );
});
