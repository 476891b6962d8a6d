import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { setCartNotes } from '#contract/cart.ts';
import type { Endpoint, GivenInputOf } from '#contract/endpoint.ts';
import { replaceInventory } from '#contract/inventory.ts';
import { updateAnyUser } from '#contract/users.admin.ts';
import { getUser } from '#contract/users.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { addressOf } from '../../testing/calls.ts';
import { listen } from '../../testing/event-reader.ts';
import { buildAdmin, buildMember, type TestUser } from '../../testing/factories.ts';
import { buildFileProduct, buildUploadForm, inventoryFile } from '../../testing/inventory.ts';
import type { TestShop } from '../../testing/test-shop.ts';

/**
 * Starts a call and waits until the shop has looked at its head. Returns a function that sends the body, and returns the
 * status of the response.
 */
const sendHead = async (
  shop: TestShop,
  { token, call }: TestUser,
  endpoint: Endpoint,
  { type = 'application/json', query = {} }: { type?: string; query?: Record<string, string> } = {},
) => {
  const url = `${await listen(shop)}${addressOf(endpoint, { query })}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const arrived = once(shop.app.server, 'request');
  const pending = request(url, { method: endpoint.method, headers, agent: false });
  const responded = once(pending, 'response');
  pending.flushHeaders();
  await arrived;
  expect((await call(getUser)).status).toBe(200);
  return async (body: string | Buffer): Promise<number> => {
    pending.end(body);
    const [response] = await responded;
    response.resume();
    return response.statusCode;
  };
};

bothDatabases(
  (shop) => {
    const change = async (id: string, body: GivenInputOf<typeof updateAnyUser>) => {
      const admin = await buildAdmin(shop());
      expect((await admin.call(updateAnyUser, { params: { id }, body })).status).toBe(200);
    };

    test('a member who is suspended while the body is still arriving cannot act any more', async () => {
      const member = await buildMember(shop());
      const body = JSON.stringify({ notes: 'Ring twice' });
      const sendAllowed = await sendHead(shop(), member, setCartNotes);
      expect(await sendAllowed(body)).toBe(200);
      const send = await sendHead(shop(), member, setCartNotes);
      await change(member.id, { status: 'suspended' });
      expect(await send(body)).toBe(401);
    });

    test('an admin who loses the right while the file is still arriving replaces nothing', async () => {
      const admin = await buildAdmin(shop());
      const { type, form } = buildUploadForm(inventoryFile([buildFileProduct()]));
      const sendAllowed = await sendHead(shop(), admin, replaceInventory, { type, query: { dryRun: 'true' } });
      expect(await sendAllowed(form)).toBe(200);
      const send = await sendHead(shop(), admin, replaceInventory, { type });
      await change(admin.id, { isAdmin: false });
      expect(await send(form)).toBe(401);
    });
  },
  { settings: { RATE_LIMITS: 'on' } },
);
