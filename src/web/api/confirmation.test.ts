import { afterEach, expect, test, vi } from 'vitest';
import { addToCart } from '#contract/cart.ts';
import { usersCsv } from '#contract/users.admin.ts';
import { ApiError, call, isUnconfirmed, onConfirmationNeeded } from './client.ts';
import { download } from './download.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  onConfirmationNeeded(async () => false)();
});

/** A shop that first needs a proof of the caller's identity. Returns the keys of the calls it got. */
const stubShop = () => {
  const keys: (string | null)[] = [];
  let isConfirmed = false;
  const refusal = { message: "Confirm it's you to continue.", code: 'reauthentication_needed' };
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('localStorage', { getItem: () => 'a token' });
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: HeadersInit }) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    return isConfirmed ? Response.json({}) : Response.json(refusal, { status: 403 });
  });
  const confirm = () => {
    isConfirmed = true;
  };
  return { keys, confirm };
};

const add = (productId: number) => call(addToCart, { token: null, body: { productId, quantity: 1 } });

test('a call that needs a confirmation is made again with its own key, once the person has confirmed', async () => {
  const { keys, confirm } = stubShop();
  onConfirmationNeeded(async () => {
    confirm();
    return true;
  });
  expect(await add(1)).toEqual({});
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^\w{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

test('calls that are refused at the same time share one question, downloads included', async () => {
  const { keys, confirm } = stubShop();
  let questions = 0;
  let answer: (confirmed: boolean) => void = () => {};
  onConfirmationNeeded(() => {
    questions += 1;
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  const calls = Promise.all([add(1), add(2), download(usersCsv, { fallback: 'No export' })]);
  await expect.poll(() => keys).toHaveLength(3);
  await expect.poll(() => questions).toBe(1);
  confirm();
  answer(true);
  expect(await calls).toHaveLength(3);
  expect(questions).toBe(1);
  expect(keys).toHaveLength(6);
});

test('canceling ends the call with its own refusal; the next call asks again', async () => {
  const { keys } = stubShop();
  let questions = 0;
  onConfirmationNeeded(async () => {
    questions += 1;
    return false;
  });
  for (const _call of ['first', 'second']) {
    const failure = await add(1).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(isUnconfirmed(failure)).toBe(true);
  }
  expect(keys).toHaveLength(2);
  expect(questions).toBe(2);
});

test('a question that cannot be asked, because its part of the page cannot be loaded, counts as canceled', async () => {
  stubShop();
  onConfirmationNeeded(() => Promise.reject(new Error('no network')));
  expect(isUnconfirmed(await add(1).catch((error: unknown) => error))).toBe(true);
});

test('where a password is not enough, the page asks for a passkey, and no third time', async () => {
  const refusals = [
    { code: 'reauthentication_needed' },
    { code: 'passkey_needed', confirm: 'passkey' },
    { code: 'passkey_needed', confirm: 'passkey' },
  ];
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('localStorage', { getItem: () => 'a token' });
  vi.stubGlobal('fetch', async () => {
    const refusal = refusals.shift();
    return refusal ? Response.json(refusal, { status: 403 }) : Response.json({});
  });
  const asked: string[] = [];
  onConfirmationNeeded(async (proof) => {
    asked.push(proof);
    return true;
  });
  const error = await add(1).catch((reason: unknown) => reason);
  expect(isUnconfirmed(error)).toBe(true);
  expect(asked).toEqual(['any', 'passkey']);
  expect(await add(1)).toEqual({});
});

test('whoever has to sign in with a passkey is not asked to confirm with one', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('localStorage', { getItem: () => 'a token' });
  vi.stubGlobal('fetch', async () => Response.json({ code: 'passkey_needed' }, { status: 403 }));
  onConfirmationNeeded(async () => {
    throw new Error('asked');
  });
  const error = await add(1).catch((reason: unknown) => reason);
  expect([error instanceof ApiError, isUnconfirmed(error)]).toEqual([true, false]);
});
