import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getOverview } from '#contract/overview.ts';
import type { OverviewDays } from '#domain/overview.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';

export const OVERVIEW_FAILED = 'Failed to load the overview';

/** Midnight begins a new day without an event. */
const EVERY_MS = 10 * 60_000;

/**
 * The shop's sales in a number of days (behavior 10.17). The old figures stay until those of another period are there.
 */
export const overviewQuery = (days: OverviewDays) =>
  queryOptions({
    queryKey: ['admin', 'overview', days],
    queryFn: ({ signal }) => call(getOverview, { query: { days: `${days}` }, signal, fallback: OVERVIEW_FAILED }),
    ...adminQueryDefaults,
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });
