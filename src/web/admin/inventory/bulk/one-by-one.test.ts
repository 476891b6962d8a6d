import { expect, test } from 'vitest';
import { ApiError } from '../../../api/client.ts';
import { adminItem } from '../../../testing/admin-item.ts';
import { leftText, NOTHING_DONE, oneByOne } from './one-by-one.ts';

const items = [1, 2, 3, 4].map((id) => adminItem({ id }));
const refusal = (status: number | null, message: string) => new ApiError(message, status);

test('an item that the shop refuses is passed over, and each reason is said once', async () => {
  const outcome = await oneByOne(items, async ({ id }) => {
    if (id % 2 === 0) throw refusal(409, 'The feed lists this product.');
    return { changeId: id === 1 ? null : 70 + id };
  });
  expect(outcome).toMatchObject({ done: 2, changes: [73], failure: null });
  expect(leftText(outcome)).toBe('2 items: The feed lists this product.');
});

test.each([null, 500, 503, 429])('a failure with status %s ends it', async (status) => {
  const asked: number[] = [];
  const outcome = await oneByOne(items, async ({ id }) => {
    asked.push(id);
    if (id === 2) throw refusal(status, 'No connection.');
    return { changeId: id };
  });
  expect(asked).toEqual([1, 2]);
  expect(outcome).toMatchObject({ done: 1, changes: [1] });
  expect(leftText(outcome)).toMatch(/^No connection\./);
});

test('if the answer is lost, the item is named, and the rest can go on from there', async () => {
  const lost = await oneByOne(items, async ({ id }) => {
    if (id === 2) throw refusal(null, 'No connection.');
    return { changeId: id };
  });
  expect(lost.unknown).toBe(items[1]);
  expect(lost.left).toEqual(items.slice(1));
  expect(leftText(lost)).toBe(`No connection.\nIt is not known whether ${items[1]!.name} was changed.`);
  const whole = await oneByOne(lost.left, async ({ id }) => ({ changeId: id }), lost);
  expect(whole).toEqual({ ...NOTHING_DONE, done: 4, changes: [1, 2, 3, 4] });
});

test('a call that the shop has answered leaves no doubt', async () => {
  const outcome = await oneByOne(items, async () => {
    throw refusal(429, 'Too many calls.');
  });
  expect(outcome).toMatchObject({ unknown: null, left: items });
});
