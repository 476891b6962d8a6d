import { expect, test } from 'vitest';
import { createActionKey } from './action-key.ts';
import { ApiError } from './client.ts';

/** Sends actions that fail with the given errors, or succeed. Returns the keys that were sent. */
const keysOf = async (...actions: [action: string, failure?: Error][]): Promise<string[]> => {
  const { send } = createActionKey();
  const keys: string[] = [];
  for (const [action, failure] of actions) {
    const sent = send(action, async (key) => {
      keys.push(key);
      if (failure) throw failure;
      return 'done';
    });
    if (failure) await expect(sent).rejects.toBe(failure);
    else expect(await sent).toBe('done');
  }
  return keys;
};

test.each([
  ['without a response', new ApiError('Failed to add', null)],
  ['whose outcome is unknown', new ApiError('Please check', 503, { code: 'outcome_unknown' })],
  ['that a proxy gave up', new ApiError('HTTP error! status: 504', 504)],
])('repeating an action %s takes the same key until the outcome is known', async (_, failure) => {
  const [first, again, third, fourth] = await keysOf(['add', failure], ['add', failure], ['add'], ['add']);
  expect(again).toBe(first);
  expect(third).toBe(first);
  expect(fourth).not.toBe(first);
});

test('an action that was done or refused gets a new key when it is repeated', async () => {
  const refused = new ApiError('Only 2 left in stock.', 409, { code: 'not_enough_stock' });
  expect(new Set(await keysOf(['add'], ['add', refused], ['add']))).toHaveProperty('size', 3);
});

test('another action gets a new key, even if the outcome of the one before is unknown', async () => {
  const lost = new ApiError('Failed to add', null);
  const [first, other] = await keysOf(['one piece', lost], ['two pieces', lost]);
  expect(other).not.toBe(first);
});

test('an action whose outcome was seen elsewhere gets a new key', async () => {
  const { send, forget } = createActionKey();
  const keys: string[] = [];
  const add = () =>
    send('add', async (key) => {
      keys.push(key);
      throw new ApiError('Failed to add', null);
    }).catch(() => {});
  await add();
  forget();
  await add();
  expect(keys[1]).not.toBe(keys[0]);
});
