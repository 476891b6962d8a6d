import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { listPointsTransactions } from '#contract/points.ts';
import { ApiError } from './client.ts';
import { paginated, retryDelay, retryUpTo } from './query-client.ts';

afterEach(() => vi.unstubAllGlobals());

test('the delay between retries doubles, up to 30 seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 20].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test.each([
  ['without a response', null, [true, true, false]],
  ['that the server failed', 503, [true, true, false]],
  ['that the server refused', 409, [false, false, false]],
])('a call %s (status %s) is retried: %j', (_, status, expected) => {
  const error = new ApiError('failed', status);
  expect([0, 1, 2].map((failures) => retryUpTo(2)(failures, error))).toEqual(expected);
});

test('a list is fetched page by page: each page names the cursor of the next, and the filters stay', async () => {
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address);
    return Response.json({ transactions: [], nextCursor: requested.length === 1 ? 'second' : null });
  });
  const list = paginated(['points'], listPointsTransactions, { query: { limit: 2 }, fallback: 'failed', token: null });
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...list, pages: 5 });
  expect(pages).toHaveLength(2);
  expect(requested).toEqual(['/api/points/transactions?limit=2', '/api/points/transactions?limit=2&cursor=second']);
});
