import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ChangedIds, ChangedSubjects, type Ids, MOST_CHANGED_IDS } from './changed-ids.ts';

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

describe('changed ids', () => {
  test.each<[string, Ids[], Ids | undefined]>([
    ['nothing', [], undefined],
    ['no ids', [[], []], undefined],
    ['one id', [[7]], [7]],
    ['an id that changes again', [[7], [8, 7]], [7, 8]],
    ['anything', [null], null],
    ['anything, and then an id', [null, [7]], null],
    ['an id, and then anything', [[7], null], null],
    ['as many ids as are named', [upTo(MOST_CHANGED_IDS)], upTo(MOST_CHANGED_IDS)],
    ['the same ids twice', [upTo(MOST_CHANGED_IDS), upTo(MOST_CHANGED_IDS)], upTo(MOST_CHANGED_IDS)],
    ['one id too many', [upTo(MOST_CHANGED_IDS), [MOST_CHANGED_IDS + 1]], null],
    ['too many at once', [upTo(MOST_CHANGED_IDS + 1)], null],
  ])('of %s are taken once', (_what, added, taken) => {
    const changed = new ChangedIds();
    for (const ids of added) changed.add(ids);
    expect(changed.ids).toEqual(taken === undefined ? [] : taken);
    expect(changed.take()).toEqual(taken);
    expect(changed.take()).toBeUndefined();
  });

  test('that were taken and put back are taken again, with those of the meantime', () => {
    const changed = new ChangedIds();
    changed.add([1, 2]);
    const failed = changed.take()!;
    changed.add([3]);
    changed.add(failed);
    expect(changed.take()?.toSorted()).toEqual([1, 2, 3]);
  });

  test('reach somebody, however adding, taking and putting back follow each other', () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.array(fc.integer({ min: 1, max: 2 * MOST_CHANGED_IDS }), { maxLength: 200 }) },
      { weight: 1, arbitrary: fc.constant(null) },
      { weight: 3, arbitrary: fc.constantFrom('read' as const, 'fail' as const) },
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const changed = new ChangedIds();
        const waiting = new Set<number>();
        let isAnything = false;
        for (const what of [...steps, 'read' as const]) {
          if (what === 'read' || what === 'fail') {
            const taken = changed.take();
            const named = new Set(taken);
            // Anything stands for every id; otherwise exactly the ids that wait are named.
            if (taken === null) expect(isAnything || waiting.size > MOST_CHANGED_IDS).toBe(true);
            else expect([isAnything, named]).toEqual([false, waiting]);
            if (what === 'fail' && taken !== undefined) changed.add(taken);
            else {
              waiting.clear();
              isAnything = false;
            }
          } else {
            changed.add(what);
            for (const id of what ?? []) waiting.add(id);
            isAnything ||= what === null;
          }
        }
      }),
    );
  });
});

describe('changed subjects', () => {
  test('have their own ids, and are taken once', () => {
    const changed = new ChangedSubjects<string>();
    changed.add('fruit', [1]);
    changed.add('vegetables', ['a']);
    changed.add('fruit', [2, 1]);
    changed.add('notices', []);
    changed.add('vegetables', null);
    const all = new Map<string, unknown>([
      ['fruit', [1, 2]],
      ['vegetables', null],
      ['notices', []],
    ]);
    expect(changed.all).toEqual(all);
    expect(changed.take()).toEqual(all);
    expect(changed.take()).toEqual(new Map());
  });
});
