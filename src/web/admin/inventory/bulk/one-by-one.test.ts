import { expect, test } from 'vitest';
import { ApiError } from '../../../api/client.ts';
import { adminItem } from '../../../testing/admin-item.ts';
import { leftText, oneByOne } from './one-by-one.ts';

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
  expect(leftText(outcome)).toBe('No connection.');
});
