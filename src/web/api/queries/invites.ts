import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { GivenInputOf } from '#contract/endpoint.ts';
import * as contract from '#contract/invites.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';

export const INVITES_FAILED = 'Failed to load invites';

/** All invites, newest first (behavior 3.13). Their key is below that of users, because a registration changes both. */
export const invitesQuery = queryOptions({
  queryKey: ['admin', 'users', 'invites'],
  queryFn: async ({ signal }) => (await call(contract.listInvites, { signal, fallback: INVITES_FAILED })).invites,
  ...adminQueryDefaults,
});

export const createInvite = (body: GivenInputOf<typeof contract.createInvite>, idempotencyKey: string) =>
  call(contract.createInvite, { body, fallback: 'Failed to make an invite', idempotencyKey });

export const revokeInvite = (id: string) =>
  call(contract.revokeInvite, { params: { id }, fallback: 'Failed to revoke the invite' });

export const reloadInvites = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: invitesQuery.queryKey });
