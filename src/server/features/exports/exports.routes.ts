import * as contract from '#contract/exports.ts';
import { csvHeaders } from '../../http/csv.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { openExport, startExport } from './exports.service.ts';

/** Exports that go on without their page (behavior 10.30). */
export const registerExports: Feature = (serve, shop) => {
  serve(contract.startExport, async ({ user, input, request }) => ({
    id: await startExport(shop, user, { ...input, key: idempotencyKey(request) }),
  }));

  serve(contract.downloadExport, async ({ user, params, reply }): Promise<undefined> => {
    const { list, csv } = await openExport(shop, user, params);
    reply.headers(csvHeaders(list)).send(csv);
  });
};
