import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Quote } from './quotes.ts';
import {
  agree,
  firstKnown,
  type KnownOutput,
  MOST_CONFIRMATIONS,
  nextKnown,
  outputRate,
  type ServerAnswer,
  type ServerOutput,
} from './watching.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const at = (height: number, hash = `block ${height}`) => ({ hash, height, at: height * 1000 });
const output = (block: ServerOutput['block'] = null, more: Partial<ServerOutput> = {}): ServerOutput => ({
  ...{ txid: 'aa', output: 0, units: 500, block },
  ...more,
});
const answer = (tip: number, ...outputs: ServerOutput[]): ServerAnswer => ({ tip, outputs });
const confirmationsOf = (...answers: (ServerAnswer | null)[]) =>
  agree(answers).outputs.map(({ confirmations }) => confirmations);

describe('an output has the confirmations that its servers agree on', () => {
  test.each<[string, (ServerAnswer | null)[], (number | null)[]]>([
    ['none while it is in no block', [answer(10, output())], [0]],
    ['one in the newest block', [answer(10, output(at(10)))], [1]],
    ['those of its depth', [answer(15, output(at(10)))], [6]],
    ['none if the tip is older than its block', [answer(8, output(at(10)))], [0]],
    ['the fewer, each by its own tip', [answer(15, output(at(10))), answer(11, output(at(10)))], [2]],
    ['none in different blocks', [answer(15, output(at(10))), answer(15, output(at(10, 'fork')))], [0]],
    ['none if one has it in no block', [answer(15, output(at(10))), answer(15, output())], [0]],
    ['none if one does not have it', [answer(15, output(at(10))), answer(15)], [0]],
    ['unknown if one did not answer', [answer(15, output(at(10))), null], [null]],
    ['nothing at all with two amounts', [answer(15, output()), answer(15, output(null, { units: 501 }))], []],
    ['nothing if nobody answers', [null, null], []],
    ['once, however often it is named', [answer(10, output(at(10)), output(at(10)))], [1]],
    ['each output its own', [answer(11, output(at(10)), output(at(11), { output: 1 }))], [2, 1]],
    ['not more than matter', [answer(5000, output(at(10)))], [MOST_CONFIRMATIONS]],
  ])('%s', (_, answers, confirmations) => {
    expect(confirmationsOf(...answers)).toEqual(confirmations);
  });

  test('a second server never adds confirmations, whatever it says', () => {
    const block = fc.option(
      fc.integer({ min: 1, max: 20 }).map((height) => at(height)),
      { nil: null },
    );
    const outputs = fc.array(
      fc.record({ txid: fc.constantFrom('aa', 'bb'), output: fc.nat(1), units: fc.constantFrom(1, 2), block }),
      { maxLength: 5 },
    );
    const answers = fc.record({ tip: fc.nat(30), outputs });
    fc.assert(
      fc.property(answers, fc.option(answers, { nil: null }), (one, other) => {
        const alone = agree([one]).outputs;
        for (const { txid, output: index, confirmations } of agree([one, other]).outputs) {
          const same = alone.find((each) => each.txid === txid && each.output === index);
          expect(confirmations ?? 0).toBeLessThanOrEqual(same?.confirmations ?? 0);
        }
      }),
    );
  });
});

const KNOWN: KnownOutput = { height: 10, blockAt: 10_000, confirmations: 2, servers: 1, counts: true, missing: 0 };
const rounded = (known: KnownOutput, ...answers: (ServerAnswer | null)[]): KnownOutput => {
  const shown = agree(answers);
  return nextKnown(known, shown.outputs[0], shown, 0);
};

describe('a known output', () => {
  test('no longer counts after two rounds in a row without it, and counts again when it is back', () => {
    const once = rounded(KNOWN, answer(11));
    expect(once).toMatchObject({ counts: true, confirmations: 0, height: null, missing: 1 });
    expect(rounded(once, answer(11, output()))).toMatchObject({ counts: true, missing: 0 });
    const gone = rounded(once, answer(11));
    expect(gone).toMatchObject({ counts: false, missing: 2 });
    expect(rounded(gone, answer(12))).toEqual(gone);
    expect(rounded(gone, answer(12, output(at(12))))).toMatchObject({ counts: true, confirmations: 1 });
  });

  test('stays as it is while a server does not answer, and none of them is missing it', () => {
    expect(rounded(KNOWN, null)).toEqual(KNOWN);
    expect(rounded(KNOWN, answer(20), null)).toEqual(KNOWN);
    expect(rounded(KNOWN, answer(20, output(at(10))), null)).toEqual(KNOWN);
  });

  test('loses its confirmations at once if its block is gone or a second server contradicts', () => {
    expect(rounded(KNOWN, answer(11, output()))).toMatchObject({ counts: true, confirmations: 0, height: null });
    const contradicted = rounded(KNOWN, answer(11, output(at(10))), answer(11));
    expect(contradicted).toMatchObject({ counts: true, confirmations: 0, servers: 2, missing: 0 });
  });
});

describe('a new output', () => {
  const taken = (confirmedAt: number | null, ...answers: (ServerAnswer | null)[]) => {
    const shown = agree(answers);
    return firstKnown(shown.outputs[0]!, shown, confirmedAt);
  };

  test('is taken if all servers that answer have it', () => {
    expect(taken(0, answer(10, output()))).toMatchObject({ counts: true, confirmations: 0, servers: 1 });
    expect(taken(0, answer(10, output()), null)).toMatchObject({ counts: true, confirmations: 0, servers: 2 });
    expect(taken(0, answer(10, output()), answer(10))).toBe(null);
  });

  test('of a block more than 2 hours before the order is not taken, and never counts', () => {
    const block = { hash: 'old', height: 10, at: HOUR_MS };
    expect(taken(3 * HOUR_MS, answer(10, output(block)))).not.toBe(null);
    expect(taken(3 * HOUR_MS + 1, answer(10, output(block)))).toBe(null);
    // Without an order there is nothing to compare with.
    expect(taken(null, answer(10, output(block)))).not.toBe(null);
    const shown = agree([answer(10, output(block))]);
    expect(nextKnown(KNOWN, shown.outputs[0], shown, 3 * HOUR_MS + 1)).toMatchObject({ counts: false });
  });
});

describe('a transaction counts with', () => {
  const quote = (made: number, rate: string, coin: Quote['coin'] = 'BTC'): Quote => ({
    ...{ coin, amount: '1.00000000', rate, at: made * MINUTE_MS, expiresAt: (made + 60) * MINUTE_MS },
  });
  const QUOTES = [quote(0, '100'), quote(60, '200'), quote(0, '9', 'LTC')];
  test.each<[string, { seen: number; block?: number }, string | null, number | null]>([
    ['the quote of its time', { seen: 10 }, '100', 0],
    ['the newest one that was made before it was seen', { seen: 61 }, '200', 60],
    ['the one that it was seen with, whatever came later', { seen: 59 }, '100', 0],
    ['a quote that ended 30 minutes ago', { seen: 150 }, '200', 60],
    ['the rate of the moment after that', { seen: 151 }, '300', null],
    ['the quote of its block if it was seen later', { seen: 500, block: 150 }, '200', 60],
    ['the rate of the moment if its block is as late', { seen: 500, block: 151 }, '300', null],
  ])('%s', (_, { seen, block }, rate, quotedAt) => {
    const times = { seenAt: seen * MINUTE_MS, blockAt: block === undefined ? null : block * MINUTE_MS };
    const at = quotedAt === null ? null : quotedAt * MINUTE_MS;
    expect(outputRate({ coin: 'BTC', ...times }, QUOTES, '300')).toEqual({ rate, quotedAt: at });
  });

  test('nothing but its coins without any rate', () => {
    expect(outputRate({ coin: 'BTC', seenAt: 999 * MINUTE_MS, blockAt: null }, QUOTES, null)).toBe(null);
  });
});
