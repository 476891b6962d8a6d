import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getAdminInventory } from '#contract/inventory.ts';
import { getOverview } from '#contract/overview.ts';
import { MOST_CHANGED_IDS } from '#domain/changed-ids.ts';
import type { OverviewDays } from '#domain/overview.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';

export const OVERVIEW_FAILED = 'Failed to load the overview';

/** Midnight begins a new day without an event. */
const EVERY_MS = 10 * 60_000;

/** What the shop sold in a number of days (behavior 10.17). The old figures stay until those of another period are there. */
export const overviewQuery = (days: OverviewDays) =>
  queryOptions({
    queryKey: ['admin', 'overview', days],
    queryFn: ({ signal }) => call(getOverview, { query: { days: `${days}` }, signal, fallback: OVERVIEW_FAILED }),
    ...adminQueryDefaults,
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });

/** Which of these items have nothing left to order. */
export const soldOutQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['admin', 'overview', 'sold-out', ...ids],
    queryFn: async ({ signal }): Promise<ReadonlySet<number>> => {
      const query = { ids: ids.slice(0, MOST_CHANGED_IDS).join(',') };
      const { inventory } = await call(getAdminInventory, { query, signal });
      return new Set(inventory.filter(({ quantity, reserved }) => quantity <= reserved).map(({ id }) => id));
    },
    ...adminQueryDefaults,
  });
