import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addToCart, getCart, updateCartItem } from '#contract/cart.ts';
import { confirmOrder } from '#contract/receipts.ts';
import { deleteAccount, exportData } from '#contract/users.ts';
import { type ApiError, call } from './client.ts';
import { download } from './download.ts';
import { onSessionRenewed, renewSession, useSessionState } from './session-state.ts';

interface Sent {
  call: string;
  key: string | null;
  token: string | null;
}

let sent: Sent[];
let token: string;
let refuses: (call: string) => boolean;

beforeEach(() => {
  [sent, token, refuses] = [[], 'old', () => true];
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('localStorage', { getItem: () => token });
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', headers }: RequestInit) => {
    const given = new Headers(headers);
    const name = `${method} ${address}`;
    sent.push({ call: name, key: given.get('idempotency-key'), token: given.get('authorization') });
    if (!refuses(name)) return Response.json({ saved: true });
    return Response.json({ message: 'Log in', code: 'not_signed_in' }, { status: 401 });
  });
});
afterEach(async () => {
  await renewSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const add = (productId: number) => call(addToCart, { body: { productId, quantity: 1 } });
const refusal = (calling: Promise<unknown>) => calling.then(undefined, (error: ApiError) => error) as Promise<ApiError>;
/** The same user logs in again, with another token. Earlier calls are forgotten. */
const logIn = () => {
  [token, refuses, sent] = ['new', () => false, []];
  return renewSession();
};

test('a refused call is made once more after the login, with its key and the new token', async () => {
  const error = await refusal(add(1));
  const [first] = sent;
  expect(first).toMatchObject({ token: 'Bearer old' });
  expect(useSessionState.getState()).toEqual({ hasEnded: true, refusals: 1 });
  expect(await logIn()).toEqual([]);
  expect(sent).toEqual([{ call: 'POST /api/cart/add', key: first!.key, token: 'Bearer new' }]);
  expect(await error.afterLogin).toEqual({ data: { saved: true } });
  expect(useSessionState.getState()).toEqual({ hasEnded: false, refusals: 0 });
  await logIn();
  expect(sent).toEqual([]);
});

test('different calls are repeated in their order, and the same one that was tried again only once', async () => {
  await refusal(add(1));
  await refusal(call(updateCartItem, { params: { id: '4' }, body: { quantity: 2 } }));
  await refusal(add(1));
  const last = sent.at(-1)!;
  await logIn();
  expect(sent.map((each) => each.call)).toEqual(['PATCH /api/cart/items/4', 'POST /api/cart/add']);
  expect(sent[1]!.key).toBe(last.key);
});

test('a call that is refused again after the login is not repeated a second time', async () => {
  await refusal(add(1));
  const failures = await renewSession();
  expect(failures).toMatchObject([{ code: 'not_signed_in' }]);
  expect(sent).toHaveLength(2);
  await logIn();
  expect(sent).toEqual([]);
});

test('what fails keeps nothing else from being repeated', async () => {
  await refusal(add(1));
  await refusal(call(updateCartItem, { params: { id: '4' }, body: { quantity: 2 } }));
  refuses = (name) => name.startsWith('POST');
  expect(await renewSession()).toHaveLength(1);
  expect(sent).toHaveLength(4);
});

test.each([
  ['confirming an order', () => call(confirmOrder, { body: { expectedTotal: '10.00' }, idempotencyKey: 'one' })],
  ['deleting the account', () => call(deleteAccount, { body: { password: 'x' } })],
])('%s is never repeated, but its page learns of the login', async (_, send) => {
  const error = await refusal(send());
  await logIn();
  expect(sent).toEqual([]);
  expect(await error.afterLogin).toBeNull();
});

test('a download is repeated, and what only reads is not, because everything is read again', async () => {
  const error = await refusal(download(exportData, { fallback: 'No data' }));
  expect((await refusal(call(getCart, {}))).afterLogin).toBeNull();
  await logIn();
  expect(sent.map((each) => each.call)).toEqual(['GET /api/user/export']);
  expect((await error.afterLogin)?.data).toBeInstanceOf(Blob);
});

test('after more than ten minutes nothing is repeated', async () => {
  vi.useFakeTimers({ now: 0 });
  await refusal(add(1));
  vi.setSystemTime(600_001);
  await logIn();
  expect(sent).toEqual([]);
});

test('a page reads again what it shows once for each login, and not for a refusal', async () => {
  const onRenewed = vi.fn();
  const stop = onSessionRenewed(onRenewed);
  await refusal(add(1));
  await refusal(add(2));
  expect(onRenewed).not.toHaveBeenCalled();
  await logIn();
  expect(onRenewed).toHaveBeenCalledTimes(1);
  await logIn();
  expect(onRenewed).toHaveBeenCalledTimes(1);
  stop();
});
