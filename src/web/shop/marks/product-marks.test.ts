import { expect, test, vi } from 'vitest';
import { createMarks } from './product-marks.ts';

const FOG = { id: 1, name: 'Fog' };
const HAZE = { id: 2, name: 'Haze' };

/** A shop that responds when the test says so. */
const fakeShop = (has: number[] = []) => {
  const sent: string[] = [];
  const waiting: { respond: () => void; refuse: () => void }[] = [];
  const failures: string[] = [];
  const send = (what: string, change: () => void) =>
    new Promise<void>((resolve, reject) => {
      sent.push(what);
      waiting.push({
        respond: () => {
          change();
          resolve();
        },
        refuse: () => reject(new Error('no')),
      });
    });
  const fetchAll = vi.fn(async (): Promise<(readonly [number, string])[]> => has.map((id) => [id, 'stored']));
  const marks = createMarks<string>({
    fetchAll,
    add: (id) => send(`add ${id}`, () => has.unshift(id)),
    remove: (id) => send(`remove ${id}`, () => has.splice(has.indexOf(id), 1)),
    newMark: () => 'new',
    onFailure: ({ name }, isMarked) => failures.push(`${name} ${isMarked}`),
  });
  const shown = () => {
    const { stored, wanted } = marks.use.getState();
    return { stored: stored && [...stored.keys()], wanted: Object.fromEntries(wanted) };
  };
  /** Settles the call that was sent first, and lets the page go on. */
  const settle = async (how: 'respond' | 'refuse' = 'respond') => {
    waiting.shift()![how]();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { marks, sent, failures, fetchAll, shown, settle };
};

test('a press shows at once, and is stored when the shop has confirmed it', async () => {
  const { marks, shown, sent, settle } = fakeShop([2]);
  await marks.load();
  marks.set(FOG, true);
  expect(shown()).toEqual({ stored: [2], wanted: { 1: true } });
  await settle();
  expect(shown()).toEqual({ stored: [1, 2], wanted: {} });
  marks.set(HAZE, false);
  await settle();
  expect(shown()).toEqual({ stored: [1], wanted: {} });
  expect(sent).toEqual(['add 1', 'remove 2']);
});

test('a press that the shop refuses is undone, and the shop is asked what it has', async () => {
  const { marks, shown, failures, fetchAll, settle } = fakeShop();
  await marks.load();
  marks.set(FOG, true);
  await settle('refuse');
  expect(shown()).toEqual({ stored: [], wanted: {} });
  expect(failures).toEqual(['Fog true']);
  expect(fetchAll).toHaveBeenCalledTimes(2);
});

test('of quick presses on one product only the first and the last are sent', async () => {
  const { marks, shown, sent, settle } = fakeShop();
  await marks.load();
  for (const isMarked of [true, false, true, false]) marks.set(FOG, isMarked);
  expect(sent).toEqual(['add 1']);
  await settle();
  expect(sent).toEqual(['add 1', 'remove 1']);
  await settle();
  expect(shown()).toEqual({ stored: [], wanted: {} });
});

test('marks that were fetched while one was being stored do not lose it', async () => {
  const { marks, shown, fetchAll, settle } = fakeShop([2]);
  let respond = (_marks: (readonly [number, 'stored'])[]) => {};
  fetchAll.mockImplementationOnce(() => new Promise((resolve) => (respond = resolve)));
  const loading = marks.load();
  marks.set(FOG, true);
  await settle();
  respond([[2, 'stored']]);
  await loading;
  expect(shown()).toEqual({ stored: [1, 2], wanted: {} });
});

test('a press before the marks are known is stored, and they are fetched then', async () => {
  const { marks, shown, settle } = fakeShop([2]);
  marks.set(FOG, true);
  expect(shown()).toEqual({ stored: null, wanted: { 1: true } });
  await settle();
  await expect.poll(shown).toEqual({ stored: [1, 2], wanted: {} });
});

test('a mark that the shop has ended is forgotten', async () => {
  const { marks, shown } = fakeShop([1, 2]);
  await marks.load();
  marks.forget(1);
  marks.forget(3);
  expect(shown().stored).toEqual([2]);
});

test('marks that cannot be fetched say why, until they can', async () => {
  const { marks, fetchAll } = fakeShop();
  fetchAll.mockRejectedValueOnce(new Error('Offline'));
  await marks.load();
  expect(marks.use.getState()).toMatchObject({ stored: null, failure: 'Offline' });
  await marks.load();
  expect(marks.use.getState().failure).toBeNull();
});
