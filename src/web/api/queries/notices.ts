import { listNotices } from '#contract/notices.ts';
import { adminQueryDefaults, paginated } from '../query-client.ts';

/** Notices to the seller's webhook, delivered or waiting, newest first (behavior 7.6). */
export const noticesQuery = paginated(
  ['admin', 'notices'],
  listNotices,
  { query: { limit: 20 }, fallback: 'Failed to load notifications' },
  adminQueryDefaults,
);
