import {
  createInvite as createInviteEndpoint,
  listInvites as listInvitesEndpoint,
  revokeInvite as revokeInviteEndpoint,
} from '#contract/invites.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { presentInvite } from './invites.present.ts';
import { listInvites } from './invites.queries.ts';
import { createInvite, revokeInvite } from './invites.service.ts';

/** Access codes of their own, for a few registrations each (behavior 3.13). */
export const registerInvites: Feature = (serve, shop) => {
  const { database, clock } = shop;

  serve(listInvitesEndpoint, async () => {
    const rows = await listInvites(database.read);
    return { invites: rows.map((row) => presentInvite(row, clock())) };
  });

  serve(createInviteEndpoint, ({ user, input, key }) => createInvite(shop, actorOf(user), { input, key }));

  serve(revokeInviteEndpoint, async ({ user, params }) => {
    await revokeInvite(shop, actorOf(user), params);
    return { message: 'Invite revoked' };
  });
};
