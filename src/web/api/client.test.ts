import { afterEach, describe, expect, test, vi } from 'vitest';
import { addToCart, updateCartItem } from '#contract/cart.ts';
import { getPoints, listPointsTransactions } from '#contract/points.ts';
import { addressOf, call, noResponseMessage, readFailure, readResponse } from './client.ts';

describe('the address of a call', () => {
  test('contains its parameters, escaped', () => {
    expect(addressOf(updateCartItem, { id: '42' })).toBe('/api/cart/items/42');
    expect(addressOf({ path: '/api/x/:name' }, { name: 'a/b ?' })).toBe('/api/x/a%2Fb%20%3F');
  });

  test('leaves out parameters without a value', () => {
    expect(addressOf(listPointsTransactions, {}, { limit: 20, cursor: undefined })).toBe(
      '/api/points/transactions?limit=20',
    );
    expect(addressOf(listPointsTransactions, {}, { q: '', cursor: null })).toBe('/api/points/transactions');
  });

  test('is refused if a parameter is missing', () => {
    expect(() => addressOf(updateCartItem, {})).toThrow('needs id');
  });
});

const json = 'application/json; charset=utf-8';
const trouble = 'The shop has a problem. Please try again in a moment.';

describe('the message of a failed call', () => {
  test.each([
    [
      'the message of the body',
      409,
      json,
      '{"message":"Only 2 left in stock.","code":"not_enough_stock"}',
      'Only 2 left in stock.',
    ],
    ['the status if the body has no message', 500, json, '{}', `${trouble}\nHTTP error! status: 500`],
    ['the status if the body is empty', 502, '', '', `${trouble}\nHTTP error! status: 502`],
    ['the status if the body is broken', 500, json, '{"message":', `${trouble}\nHTTP error! status: 500`],
    ['the status if the message is empty', 400, json, '{"message":""}', `${trouble}\nHTTP error! status: 400`],
    [
      'not the plain text of a proxy',
      502,
      'text/plain',
      'upstream connect error',
      `${trouble}\nHTTP error! status: 502`,
    ],
    ['the plain text of a refusal', 409, 'text/plain', 'Username already exists\n', 'Username already exists'],
    ['the text if it has no content type', 400, '', 'Email already exists', 'Email already exists'],
    [
      'the id under which the log has it',
      500,
      json,
      '{"message":"Something went wrong","code":"internal","requestId":"3fa9c1-2b"}',
      'Something went wrong. Error id: 3fa9c1-2b',
    ],
    ['the status if a page came instead of data', 503, 'text/html', '<html>', `${trouble}\nHTTP error! status: 503`],
  ])('%s', (_, status, contentType, text, message) => {
    expect(readFailure('/api/points', status, contentType, text).message).toBe(message);
  });

  test.each([200, 401])('a page in response to a cart call means that the session has expired (%s)', (status) => {
    const failure = readFailure('/api/cart/items/:id', status, 'text/html; charset=utf-8', '<!doctype html>');
    expect(failure.message).toBe('Your session has expired. Please refresh the page to log in again.');
    expect(failure.code).toBe('not_signed_in');
  });

  test.each([403, 502, 503])("a proxy's page about a failure ends no session (%s)", (status) => {
    const failure = readFailure('/api/cart', status, 'text/html', '<h1>Bad Gateway</h1>');
    expect(failure).toMatchObject({
      message: `${trouble}\nHTTP error! status: ${status}`,
      status,
      code: undefined,
      hasMessage: false,
    });
  });

  test('a failure has the code, the list and further fields of the body', () => {
    const failure = readFailure(
      '/api/x',
      400,
      json,
      '{"message":"m","code":"file_invalid","errors":["a","b"],"seen":7}',
    );
    expect(failure).toMatchObject({ status: 400, code: 'file_invalid', errors: ['a', 'b'], body: { seen: 7 } });
  });
});

test('a response that cannot be parsed fails with a message for people', () => {
  expect(() => readResponse('/api/points', 200, json, '{"balance":')).toThrow('Something went wrong, try again.');
  expect(readResponse('/api/points', 200, json, '')).toBeUndefined();
});

describe('a call', () => {
  afterEach(() => vi.unstubAllGlobals());
  /** A dead connection: no response, and no error either. */
  const silence = (_: unknown, { signal }: RequestInit) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

  test('without a response fails with its own message', async () => {
    vi.stubGlobal('fetch', silence);
    vi.stubGlobal('navigator', { onLine: true });
    const options = { token: null, fallback: 'Your points could not be fetched.', timeoutMs: 1 };
    await expect(call(getPoints, options)).rejects.toMatchObject({
      status: null,
      message: 'Your points could not be fetched.',
    });
  });

  test('that posts something sends an idempotency key: the given one, or a new one each time', async () => {
    const keys: (string | null)[] = [];
    vi.stubGlobal('fetch', async (_: string, { headers }: { headers: HeadersInit }) => {
      keys.push(new Headers(headers).get('idempotency-key'));
      return Response.json({});
    });
    const body = { productId: 1, quantity: 1 };
    await call(addToCart, { token: null, body });
    await call(addToCart, { token: null, body });
    await call(addToCart, { token: null, body, idempotencyKey: 'the same' });
    await call(getPoints, { token: null });
    await call(updateCartItem, { token: null, params: { id: '1' }, body: { quantity: 1 } });
    expect(keys).toEqual([
      expect.stringMatching(/^\w{32}$/),
      expect.stringMatching(/^\w{32}$/),
      'the same',
      null,
      null,
    ]);
    expect(keys[1]).not.toBe(keys[0]);
  });

  test('that is aborted ends with an AbortError', async () => {
    vi.stubGlobal('fetch', silence);
    const aborting = new AbortController();
    const pending = call(getPoints, { token: null, signal: aborting.signal });
    aborting.abort();
    await expect(pending).rejects.toHaveProperty('name', 'AbortError');
  });
});

test.each([
  ['Failed to update quantity', true, 'Failed to update quantity'],
  ['Failed to update quantity', false, "Failed to update quantity. You're offline."],
  [
    'Failed to add item to cart. Please try again.',
    false,
    "Failed to add item to cart. Please try again. You're offline.",
  ],
])(
  'without a response, "%s" is shown, with the reason if the device knows it (online: %s)',
  (fallback, online, text) => {
    expect(noResponseMessage(fallback, online)).toBe(text);
  },
);
