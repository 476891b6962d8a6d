import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { listAllTransactions } from '#contract/points.admin.ts';
import { listAllReceipts } from '#contract/receipts.admin.ts';
import { listSessions } from '#contract/users.ts';
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
      const admin = await buildAdmin(shop());
      let release = () => {};
      const isOver = new Promise<void>((resolve) => {
        release = resolve;
      });
      onTestFinished(() => release());
      const other = throughIds(shop().database.read, { table: 'receipts', column: 'number' }, () => isOver);
      const headers = { authorization: `Bearer ${admin.token}` };
      const arrived = once(app.server, 'request') as Promise<[IncomingMessage]>;
      const call = get(`${url}${path}?q=gate`, { headers });
      const failed = once(call, 'error');
      const [{ socket }] = await arrived;
      // Another whole call: the search has come as far as its turn in the meantime.
      await admin.call(listSessions);
      call.destroy();
      await failed;
      await expect.poll(() => socket.destroyed).toBe(true);
      release();
      await other;
      expect((await fetch(`${url}${path}?q=gate`, { headers })).status).toBe(200);
      expect(log()).not.toMatch(/"level":(40|50)/);
    },
  );
});
