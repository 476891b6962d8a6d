import { afterAll, beforeAll, expect, test } from 'vitest';
import { endAlert } from '#contract/alerts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { removeFavorite } from '#contract/favorites.ts';
import { deleteImportMapping, saveImportMapping } from '#contract/imports.ts';
import { ENDPOINTS } from '#contract/index.ts';
import { getResetLink } from '#contract/users.ts';
import { deleteView, saveView } from '#contract/views.ts';
import { ODD_IN_ADDRESS } from '../attack/testing/bad-values.ts';
import { nameOf } from '../testing/calls.ts';
import { type EveryCall, startForEveryCall } from '../testing/every-call/every-call.ts';

/*
 * A malformed parameter is treated like one that does not exist (behavior 2.4). Every call has such a response, and
 * that of a new call is `unknown` in its contract.
 */

let shop: EveryCall;
beforeAll(async () => {
  shop = await startForEveryCall({});
});
afterAll(() => shop.close());

/** Well formed, and nobody has it. */
const UNKNOWN: Record<string, string> = { id: '999999999999998', token: 'x'.repeat(43), name: 'nobody%20has%20this' };

/** Calls that take back what is not there, which is as good as once. An id that nothing could have is no such thing. */
const TAKE_BACK: readonly Endpoint[] = [removeFavorite, endAlert];

/** A name is chosen by the caller, so a bad one is a mistake (400). One with spaces around it is bad too. */
const NAMED: readonly Endpoint[] = [saveView, deleteView, saveImportMapping, deleteImportMapping];

/** An address that cannot be decoded is no call at all: 400. */
const isEncoded = (text: string): boolean => {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
};
const isWellFormed = (text: string): boolean => /^[1-9]\d{8,14}$/.test(text);
const ODD = [...ODD_IN_ADDRESS, 'a%20b', 'x'.repeat(150)].filter((odd) => isEncoded(odd) && !isWellFormed(odd));

test.each(
  ENDPOINTS.filter((endpoint) => endpoint.params && !NAMED.includes(endpoint)).map(
    (endpoint) => [nameOf(endpoint), endpoint] as const,
  ),
)('%s answers an odd parameter as it answers an unknown one', async (_name, endpoint) => {
  const { path, ...valid } = await shop.prepare(endpoint);
  const query = path.includes('?') ? path.slice(path.indexOf('?')) : '';
  const answerTo = async (value: string) => {
    const { status, body } = await shop.send({ ...valid, path: endpoint.path.replace(/:\w+/, () => value) + query });
    return { status, code: (body as { code?: string }).code };
  };
  const [, parameter] = /:(\w+)/.exec(endpoint.path)!;
  const unknown = await answerTo(UNKNOWN[parameter!]!);
  const expected = TAKE_BACK.includes(endpoint) ? { status: 404, code: 'not_found' } : unknown;
  expect(expected).toEqual({ status: 404, code: endpoint.unknown ?? 'not_found' });
  const given = new Map<string, object>();
  for (const odd of ODD) given.set(odd.slice(0, 60), await answerTo(odd));
  expect([...given].filter(([, answer]) => JSON.stringify(answer) !== JSON.stringify(expected))).toEqual([]);
});

test('a link that was cut off has ended', async () => {
  expect(await shop.shop.call(getResetLink, { params: { token: 'x' } })).toMatchObject({
    status: 404,
    body: { code: 'link_ended' },
  });
});
