import { expect, test } from 'vitest';
import { setCartShipping } from '#contract/cart.ts';
import { getReceipt } from '#contract/receipts.ts';
import { login } from '#contract/users.ts';
import { bothDatabases } from '../testing/both-databases.ts';
import { buildMember } from '../testing/factories.ts';

bothDatabases((shop) => {
  test('a call that writes refuses a parameter that it does not know, and one that reads ignores it', async () => {
    const body = { username: 'nobody', password: 'nothing' };
    expect(await shop().request('POST', '/api/login?dryRun=true', { body })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', message: 'There is no parameter "dryRun" here.' },
    });
    expect(await shop().request('GET', '/api/shop?dryRun=true')).toMatchObject({ status: 200 });
  });

  test('an unknown call is a 404 in JSON, a malformed body a 400, a wrong content type a 415', async () => {
    expect(await shop().request('GET', '/api/nothing-here')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    const send = (body: string, type: string) =>
      shop().call(login, { body: body as never, headers: { 'content-type': type } });
    expect(await send('{"username":', 'application/json')).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
    for (const type of ['text/xml', 'text/plain']) {
      expect(await send('<a/>', type), type).toMatchObject({ status: 415, body: { code: 'wrong_kind' } });
    }
    expect(await send('', 'text/plain'), 'an empty body has no type').toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
  });

  test.each(['/%E0%A4%A', '/api/proxy-image/%E0%A4%A', '/api/receipts/%'])(
    'the address %s, which cannot be decoded, is refused with the message of an invalid request',
    async (address) => {
      const { status, body } = await shop().request('GET', address);
      expect({ status, body }).toEqual({
        status: 400,
        body: { message: 'The request is not valid.', code: 'invalid_input' },
      });
    },
  );

  test('an id that is too long is not found, like any malformed one', async () => {
    const { call } = await buildMember(shop());
    for (const id of ['x'.repeat(65), 'x'.repeat(101)]) {
      expect(await call(getReceipt, { params: { id } }), id).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    }
  });

  test.each([
    [[], 'The request is not valid.'],
    [{ shippingOption: 'by pigeon' }, 'shippingOption is not valid'],
  ])(
    'the body %j breaks a rule that has no message, so the response names at most the field',
    async (body, message) => {
      const { call } = await buildMember(shop());
      expect(await call(setCartShipping, { body: body as never })).toMatchObject({ status: 400, body: { message } });
    },
  );
});
