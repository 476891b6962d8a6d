import type { InputOf } from '#contract/endpoint.ts';
import * as contract from '#contract/exports.ts';
import { type CountedTable, csvHeaders } from '../../http/csv.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import type { Shop } from '../../shop.ts';
import { transactionsTable } from '../points/points.csv.ts';
import { receiptsTable } from '../receipts/receipts.csv.ts';
import type { SignedIn } from '../users/sessions.ts';
import { usersTable } from '../users/users.csv.ts';
import { openExport, startExport } from './exports.service.ts';

/** Exports that go on without their page (behavior 10.30). */
export const registerExports: Feature = (serve, shop) => {
  serve(contract.startExport, async ({ user, input, key }) =>
    startExport(shop, user, { list: input.kind, table: tableOf(shop, user, input), key }),
  );

  serve(contract.downloadExport, async ({ user, params, reply }): Promise<undefined> => {
    const { list, csv } = await openExport(shop, user, params);
    reply.headers(csvHeaders(list)).send(csv);
  });
};

const tableOf = (shop: Shop, user: SignedIn, order: InputOf<typeof contract.startExport>): CountedTable => {
  switch (order.kind) {
    case 'receipts':
      return receiptsTable(shop, user, order.query);
    case 'transactions':
      return transactionsTable(user, order.query);
    case 'users':
      return usersTable(shop, user, order.query);
  }
};
