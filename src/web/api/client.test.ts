import { afterEach, describe, expect, test, vi } from 'vitest';
import { updateCartItem } from '#contract/cart.ts';
import { getPoints, listPointsTransactions } from '#contract/points.ts';
import { addressOf, call, failureOf, readAnswer, whyNoAnswer } from './client.ts';

describe('the address of a call', () => {
  test('has its parameters put in, whatever letters they have', () => {
    expect(addressOf(updateCartItem, { id: '42' })).toBe('/api/cart/items/42');
    expect(addressOf({ path: '/api/x/:name' }, { name: 'a/b ?' })).toBe('/api/x/a%2Fb%20%3F');
  });

  test('carries only what was asked for', () => {
    expect(addressOf(listPointsTransactions, {}, { limit: 20, cursor: undefined })).toBe(
      '/api/points/transactions?limit=20',
    );
    expect(addressOf(listPointsTransactions, {}, { q: '', cursor: null })).toBe('/api/points/transactions');
  });

  test('is refused where a parameter is missing', () => {
    expect(() => addressOf(updateCartItem, {})).toThrow('needs id');
  });
});

const json = 'application/json; charset=utf-8';

describe('what a failed call says', () => {
  test.each([
    [
      'the message of the body',
      409,
      json,
      '{"message":"Only 2 left in stock.","code":"not_enough_stock"}',
      'Only 2 left in stock.',
    ],
    ['the status where the body has no message', 500, json, '{}', 'HTTP error! status: 500'],
    ['the status where the body is empty', 502, '', '', 'HTTP error! status: 502'],
    ['the status where the body is broken', 500, json, '{"message":', 'HTTP error! status: 500'],
    ['the status where the message is empty', 400, json, '{"message":""}', 'HTTP error! status: 400'],
    [
      'the plain text where that is all there is',
      409,
      'text/plain',
      'Username already exists\n',
      'Username already exists',
    ],
    ['the text where nobody says what it is', 400, '', 'Email already exists', 'Email already exists'],
    ['the status where a page came instead of an answer', 503, 'text/html', '<html>', 'HTTP error! status: 503'],
  ])('%s', (_, status, contentType, text, message) => {
    expect(failureOf('/api/points', status, contentType, text).message).toBe(message);
  });

  test('a page in answer to a cart call means that the session has expired', () => {
    const failure = failureOf('/api/cart/items/:id', 200, 'text/html; charset=utf-8', '<!doctype html>');
    expect(failure.message).toBe('Your session has expired. Please refresh the page to log in again.');
    expect(failure.code).toBe('not_signed_in');
  });

  test('the code, the list and further fields come along', () => {
    const failure = failureOf('/api/x', 400, json, '{"message":"m","code":"file_invalid","errors":["a","b"],"seen":7}');
    expect(failure).toMatchObject({ status: 400, code: 'file_invalid', errors: ['a', 'b'], body: { seen: 7 } });
  });
});

test('an answer that cannot be read is a failure in words, not one of the parser', () => {
  expect(() => readAnswer('/api/points', 200, json, '{"balance":')).toThrow('could not be read');
  expect(readAnswer('/api/points', 200, json, '')).toBeUndefined();
});

describe('a call', () => {
  afterEach(() => vi.unstubAllGlobals());
  /** A line that is dead without saying so. */
  const silence = (_: unknown, { signal }: RequestInit) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

  test('that nobody answers ends in words of its own', async () => {
    vi.stubGlobal('fetch', silence);
    vi.stubGlobal('navigator', { onLine: true });
    const patience = { token: null, fallback: 'Your points could not be fetched.', patienceMs: 1 };
    await expect(call(getPoints, patience)).rejects.toMatchObject({
      status: null,
      message: 'Your points could not be fetched.',
    });
  });

  test('that its asker gives up is given up, not failed', async () => {
    vi.stubGlobal('fetch', silence);
    const asker = new AbortController();
    const asked = call(getPoints, { token: null, signal: asker.signal });
    asker.abort();
    await expect(asked).rejects.toHaveProperty('name', 'AbortError');
  });
});

test.each([
  ['Failed to update quantity', true, 'Failed to update quantity'],
  ['Failed to update quantity', false, 'Failed to update quantity. You are offline.'],
  [
    'Failed to add item to cart. Please try again.',
    false,
    'Failed to add item to cart. Please try again. You are offline.',
  ],
])('where no answer came, "%s" is said, with the reason if the device knows it (online: %s)', (words, online, said) => {
  expect(whyNoAnswer(words, online)).toBe(said);
});
