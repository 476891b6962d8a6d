import { expect, test } from 'vitest';
import { bothDatabases } from '../testing/both-databases.ts';
import { buildAdmin, buildMember } from '../testing/factories.ts';

/* Inputs of a security test that failed on one database only, or cut a file off. */

const cursor = (json: string): string => Buffer.from(json).toString('base64url');

bothDatabases((shop) => {
  test.each([
    ['/api/admin/receipts?user=%00', 400],
    ['/api/admin/points/transactions?user=%00', 400],
    ['/api/admin/receipts.csv?user=%00', 400],
    ['/api/admin/transactions.csv?user=%00', 400],
    ['/api/admin/users.csv?q=%00', 400],
    ['/api/admin/users?cursor=WyJ4IiwieSJd', 200],
    ['/api/admin/users?sort=points&cursor=WyJ4IiwieSJd', 200],
    ...['[1.5,"y"]', '[1e308,"y"]', '[1e309,"y"]', '["x",1.5]', '[{"__proto__":1},"y"]'].flatMap(
      (json): [string, number][] => [
        [`/api/admin/users?cursor=${cursor(json)}`, 200],
        [`/api/admin/users?sort=points&cursor=${cursor(json)}`, 200],
      ],
    ),
  ])('an admin who asks for %s gets a %i', async (path, status) => {
    const { token } = await buildAdmin(shop());
    expect((await shop().request('GET', path, { token })).status).toBe(status);
  });

  test('the history of an account begins at its first page for a cursor that is none', async () => {
    const { token } = await buildAdmin(shop());
    const { id } = await buildMember(shop());
    for (const json of ['[1.5]', '[1e308]', '["x","y"]', '[null]']) {
      const path = `/api/admin/users/${id}/events?cursor=${cursor(json)}`;
      expect([json, (await shop().request('GET', path, { token })).status]).toEqual([json, 200]);
    }
  });
});
