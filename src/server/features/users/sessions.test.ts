import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { bothDatabases } from '../../testing/both-databases.ts';
import { listen } from '../../testing/event-reader.ts';
import { buildAdmin, buildMember } from '../../testing/factories.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { menuFile, product, uploadForm } from '../../testing/uploads.ts';

/** A call whose head has arrived and been looked at, while its body is still to come; `send` answers its status. */
const holdBack = async (shop: TestShop, method: string, path: string, token: string, type = 'application/json') => {
  const address = await listen(shop);
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const arrived = once(shop.app.server, 'request');
  const call = request(`${address}${path}`, { method, headers, agent: false });
  const answered = once(call, 'response');
  call.flushHeaders();
  await arrived;
  expect((await shop.call('GET', '/api/user', { token })).status).toBe(200);
  return async (body: string | Buffer) => {
    call.end(body);
    const [response] = await answered;
    response.resume();
    return response.statusCode;
  };
};

bothDatabases(
  (shop) => {
    const change = async (id: string, body: unknown) => {
      const { token } = await buildAdmin(shop());
      expect((await shop().call('PATCH', `/api/admin/users/${id}`, { token, body })).status).toBe(200);
    };

    test('who is suspended while the body is held back does not act any more', async () => {
      const member = await buildMember(shop());
      const path = '/api/cart/notes';
      const body = JSON.stringify({ notes: 'still here' });
      expect(await (await holdBack(shop(), 'PATCH', path, member.token))(body)).toBe(200);
      const send = await holdBack(shop(), 'PATCH', path, member.token);
      await change(member.id, { status: 'suspended' });
      expect(await send(body)).toBe(401);
    });

    test('who is no longer admin while the file is held back replaces nothing', async () => {
      const admin = await buildAdmin(shop());
      const path = '/api/admin/inventory/replace-inventory';
      const { type, form } = uploadForm(menuFile([product()]));
      expect(await (await holdBack(shop(), 'POST', `${path}?dryRun=true`, admin.token, type))(form)).toBe(200);
      const send = await holdBack(shop(), 'POST', path, admin.token, type);
      await change(admin.id, { isAdmin: false });
      expect(await send(form)).toBe(401);
    });
  },
  { settings: { RATE_LIMITS: 'on' } },
);
