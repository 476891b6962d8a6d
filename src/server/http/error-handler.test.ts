import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { type Endpoint, endpoint } from '#contract/endpoint.ts';
import { type ErrorCode, errorText, ShopError } from '#contract/errors.ts';
import { buildApp } from '../app.ts';
import { createCalls } from '../testing/calls.ts';
import { startTestShop, type TestShop } from '../testing/test-shop.ts';
import { createServe } from './serve-endpoint.ts';

/** An endpoint that fails with the requested error. Its contract lists "cart_empty", but not "large_drop". */
const fail = endpoint({
  method: 'POST',
  path: '/api/fail/:code',
  access: 'public',
  summary: 'Fail',
  params: z.object({ code: z.enum(['cart_empty', 'large_drop']) }),
  errors: ['cart_empty'],
});
const DECLARED = { status: 400, body: { code: 'cart_empty', message: errorText('cart_empty') } };
const UNDECLARED = { status: 409, body: { code: 'large_drop', message: errorText('large_drop') } };

/** Builds the app of a shop that also serves the failing endpoint. Returns a function that calls it. */
const buildFailingApp = async (shop: TestShop, options?: Parameters<typeof buildApp>[1]) => {
  const app = await buildApp(shop, options);
  createServe(app, shop)(fail, ({ params: { code } }) => {
    throw new ShopError(code);
  });
  onTestFinished(() => app.close());
  const { call } = createCalls(app);
  return async (code: 'cart_empty' | 'large_drop') => {
    const { status, body } = await call(fail, { params: { code } });
    return { status, body };
  };
};

const startShop = async (): Promise<TestShop> => {
  const shop = await startTestShop();
  onTestFinished(() => shop.close());
  return shop;
};

test('an error that the contract of the call does not list is reported, and the response is the same', async () => {
  const reported: [Endpoint, ErrorCode][] = [];
  const failWith = await buildFailingApp(await startShop(), {
    onUndeclaredError: (endpoint, code) => reported.push([endpoint, code]),
  });
  expect(await failWith('cart_empty')).toEqual(DECLARED);
  expect(reported).toEqual([]);
  expect(await failWith('large_drop')).toEqual(UNDECLARED);
  expect(reported).toEqual([[fail, 'large_drop']]);
});

test('in production such an error is logged as a warning with method, path and code', async () => {
  const lines: { level: number; msg: string }[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const log = pino({ level: 'warn' }, stream);
  const failWith = await buildFailingApp({ ...(await startShop()), log });
  expect(await failWith('cart_empty')).toEqual(DECLARED);
  expect(lines).toEqual([]);
  expect(await failWith('large_drop')).toEqual(UNDECLARED);
  expect(lines).toMatchObject([
    {
      level: pino.levels.values.warn,
      msg: 'POST /api/fail/:code returned "large_drop", which its contract does not list',
    },
  ]);
});
