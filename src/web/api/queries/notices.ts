import { listNotices } from '#contract/notices.ts';
import { call } from '../client.ts';
import { paginated } from '../paginated.ts';
import { adminQueryDefaults } from '../query-client.ts';

/** Notices to the seller's webhook, delivered or waiting, newest first (behavior 7.6). */
export const noticesQuery = paginated({
  queryKey: ['admin', 'notices'],
  call: (cursor, signal) =>
    call(listNotices, { query: { cursor, limit: 20 }, signal, fallback: 'Failed to load notifications' }),
  ...adminQueryDefaults,
});
