import { expect, test } from 'vitest';
import { addToCart } from '#contract/cart.ts';
import { ENDPOINTS } from '#contract/index.ts';
import { createInvite } from '#contract/invites.ts';
import { grantPoints } from '#contract/points.admin.ts';
import { confirmOrder } from '#contract/receipts.ts';
import { createResetLink } from '#contract/users.admin.ts';
import { register } from '#contract/users.ts';
import type { TableName } from '../../db/schema.ts';
import type { Serve } from '../../http/serve-endpoint.ts';
import { nameOf } from '../../testing/calls.ts';
import { everyCallOnBothDatabases } from '../../testing/every-call/on-both-databases.ts';
import { readStoredData, withoutEvidence } from '../../testing/stored-data.ts';

/** These return a secret that is stored nowhere. A repeated call makes another one, which replaces it (behavior 2.10). */
const RENEWED = new Map<unknown, { tables: TableName[]; entries: number }>([
  [register, { tables: ['sessions'], entries: 1 }],
  [createInvite, { tables: ['invites'], entries: 1 }],
  [createResetLink, { tables: ['reset_links'], entries: 1 }],
]);
/** Tells other processes to look, also if a repeated call changed nothing. */
const SIGNALS = 'versions';
const KEYED = ENDPOINTS.filter(({ takesIdempotencyKey }) => takesIdempotencyKey);
const NOTHING = { tables: [], entries: 0 };

everyCallOnBothDatabases((calls) => {
  const stored = async () => {
    const { shop } = calls();
    await shop.tasks.finished(60_000);
    const { [SIGNALS]: _signals, ...tables } = await readStoredData(shop);
    return { entries: (JSON.parse(tables.audit!) as object[]).length, tables: withoutEvidence(tables) };
  };

  test.each(KEYED.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s acts once, if it is sent twice with one key',
    async (name, endpoint) => {
      const call = await calls().prepare(endpoint);
      const keyed = { ...call, headers: { ...call.headers, 'idempotency-key': `once ${name}` } };
      const before = await stored();
      const first = await calls().send(keyed);
      expect(first.status, first.text).toBe(endpoint.status ?? 200);
      const after = await stored();
      expect(after).not.toEqual(before);

      const second = await calls().send(keyed);
      expect(second.status, second.text).toBe(endpoint === confirmOrder ? 200 : first.status);
      const renewed = RENEWED.get(endpoint) ?? NOTHING;
      if (renewed === NOTHING) expect(second.body).toEqual(first.body);
      const { tables, entries } = await stored();
      const changed = Object.keys(tables).filter((table) => tables[table] !== after.tables[table]);
      expect({ tables: changed, entries: entries - after.entries }).toEqual(renewed);
    },
  );
});

test('a handler of a call that takes a key returns what acted once, or does not compile', () => {
  const forgetful = (serve: Serve) => {
    // @ts-expect-error Nothing kept the key.
    serve(grantPoints, async () => ({ message: 'Added 5 points', balance: 5 }));
    // @ts-expect-error Neither does a call that is one statement.
    serve.inOneStatement(addToCart, async () => ({ items: [] }));
  };
  expect(forgetful).toBeTypeOf('function');
});
