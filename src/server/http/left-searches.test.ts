import { expect, onTestFinished, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { listAllTransactions } from '#contract/points.admin.ts';
import { listAllReceipts } from '#contract/receipts.admin.ts';
import { throughIds } from '../db/id-ranges.ts';
import { bothDatabases } from '../testing/both-databases.ts';
import { buildOrder } from '../testing/buyers.ts';
import { buildAdmin } from '../testing/factories.ts';
import { startLoggedApp } from '../testing/logged-app.ts';

const SEARCHES = [
  ['the evidence', listAudit],
  ['receipts', listAllReceipts],
  ['the ledger', listAllTransactions],
] as const;

bothDatabases((shop) => {
  test.each(SEARCHES)(
    'a client that leaves while its search of %s waits for a turn is no failure',
    async (_, { path }) => {
      const { app, url, log } = await startLoggedApp(shop(), { level: 'info' });
      await buildOrder(shop());
      const { token } = await buildAdmin(shop());
      let release = () => {};
      const isOver = new Promise<void>((resolve) => {
        release = resolve;
      });
      onTestFinished(() => release());
      const other = throughIds(shop().database.read, { table: 'receipts', column: 'number' }, () => isOver);
      const leaving = new AbortController();
      const headers = { authorization: `Bearer ${token}` };
      const call = fetch(`${url}${path}?q=gate`, { headers, signal: leaving.signal });
      const failed = expect(call).rejects.toThrow('aborted');
      const connections = () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
      await expect.poll(connections).toBe(1);
      leaving.abort();
      await failed;
      await expect.poll(connections).toBe(0);
      release();
      await other;
      expect((await fetch(`${url}${path}?q=gate`, { headers })).status).toBe(200);
      expect(log()).not.toMatch(/"level":(40|50)/);
    },
  );
});
