import { expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/index.ts';
import { bothDatabases } from '../testing/both-databases.ts';
import { buildMember } from '../testing/factories.ts';

/** A path with something in place of its parameters. */
const concrete = (path: string): string => path.replace(/:\w+/g, '1').replace('*', 'x.jpg');

bothDatabases((shop) => {
  const guarded = ENDPOINTS.filter(({ access }) => access === 'member' || access === 'admin');

  test.each(guarded.map(({ method, path }) => [method, path]))(
    '%s %s answers 401 to a visitor',
    async (method, path) => {
      const answer = await shop().call(method!, concrete(path!));
      expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
      const forged = await shop().call(method!, concrete(path!), { token: 'x'.repeat(43) });
      expect(forged.status).toBe(401);
    },
  );

  test('every admin call answers 403 to a member', async () => {
    const member = await buildMember(shop());
    for (const { method, path } of ENDPOINTS.filter(({ access }) => access === 'admin')) {
      const answer = await shop().call(method, concrete(path), { token: member.token });
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 403, 'not_admin']);
    }
  });

  test('the OpenAPI document lists every call of the contract', async () => {
    const { body } = await shop().call('GET', '/api/openapi.json');
    const listed = ENDPOINTS.map(({ method, path }) => [
      method.toLowerCase(),
      path.replace(/:(\w+)/g, '{$1}').replace('*', '{*}'),
    ]);
    for (const [method, path] of listed) expect(body.paths[path!]?.[method!], `${method} ${path}`).toBeDefined();
  });

  test('an unknown call is a 404 in JSON, a malformed body a 400, a wrong kind of body a 415', async () => {
    expect(await shop().call('GET', '/api/nothing-here')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const headers = { 'content-type': 'application/json' };
    const broken = await shop().call('POST', '/api/login', { body: '{"username":', headers });
    expect(broken).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    for (const type of ['text/xml', 'text/plain']) {
      const other = await shop().call('POST', '/api/login', { body: '<a/>', headers: { 'content-type': type } });
      expect(other, type).toMatchObject({ status: 415, body: { code: 'wrong_kind' } });
    }
    const empty = await shop().call('POST', '/api/login', { body: '', headers: { 'content-type': 'text/plain' } });
    expect(empty, 'an empty body has no kind').toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  test.each(['/%E0%A4%A', '/api/proxy-image/%E0%A4%A', '/api/receipts/%'])(
    'an address that cannot be read (%s) is refused in the shop’s words',
    async (address) => {
      const { status, body } = await shop().call('GET', address);
      expect({ status, body }).toEqual({
        status: 400,
        body: { message: 'The request is not valid.', code: 'invalid_input' },
      });
    },
  );

  test('an id too long for any to be is not found, as any malformed one', async () => {
    const { token } = await buildMember(shop());
    for (const id of ['x'.repeat(65), 'x'.repeat(101)]) {
      const answer = await shop().call('GET', `/api/receipts/${id}`, { token });
      expect(answer, id).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  test.each([
    [[], 'The request is not valid.'],
    [{ shippingOption: 'by pigeon' }, 'shippingOption is not valid'],
  ])(
    'a body that breaks a rule without words of its own (%j) is answered without the rule’s inside',
    async (body, message) => {
      const { token } = await buildMember(shop());
      expect(await shop().call('PATCH', '/api/cart/shipping', { token, body })).toMatchObject({
        status: 400,
        body: { message },
      });
    },
  );
});
