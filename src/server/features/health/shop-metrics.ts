import { Gauge, type Registry } from 'prom-client';
import { findState } from '../../db/shop-state.ts';
import type { Shop } from '../../shop.ts';
import { findLastChained } from '../audit/chain.queries.ts';
import { countWaitingNotices } from '../notices/notices.queries.ts';

/**
 * Metrics about a shop's work, from its database. While it cannot be read, these metrics are absent (behavior 1.10).
 */
export const registerShopMetrics = (registry: Registry, { database }: Pick<Shop, 'database'>): void => {
  const { read } = database;
  const registers = [registry];
  const stored = (name: string, help: string, find: () => Promise<number | null>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = await database.readOr(null, find).catch(() => null);
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  stored('greenroom_last_sync_timestamp_seconds', 'The time of the last successful sync; absent if none', async () => {
    const time = await findState(read, 'last_sync');
    return time === null ? null : Number(time) / 1000;
  });
  stored('greenroom_notices_waiting', 'Notices to the webhook that were not delivered yet', () =>
    countWaitingNotices(read),
  );
  stored('greenroom_evidence_entries', 'The length of the chain of the evidence', async () => {
    const { entries } = await findLastChained(read);
    return entries;
  });
  new Gauge({
    name: 'greenroom_database_waiting',
    help: 'Queries that wait for a connection to PostgreSQL; 0 on SQLite',
    registers,
    collect() {
      this.set(database.waiting);
    },
  });
};
