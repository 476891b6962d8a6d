import { deleteAccount, exportData } from '#contract/users.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { recordOwnExport } from '../audit/record-export.ts';
import { deleteOwnAccount } from './delete-account.service.ts';
import { exportOwnData } from './export-data.service.ts';

/** A user's own data as a file, and the end of the account (behavior 3.9). */
export const registerPersonalData: Feature = (serve, shop) => {
  serve(exportData, async ({ user, request, reply }) => {
    await recordOwnExport(shop, actorOf(user));
    reply.header('Content-Disposition', 'attachment; filename="my-data.json"');
    return exportOwnData(shop, user.userId, shop.sessions.keyOf(request));
  });

  serve(deleteAccount, async ({ user, input }) => {
    await deleteOwnAccount(shop, user, input);
    return { message: 'Your account has been deleted' };
  });
};
