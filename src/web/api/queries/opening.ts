import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { GivenInputOf } from '#contract/endpoint.ts';
import { changeOpening, getOpening, type Opening, type OpeningStep } from '#contract/opening.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';
import { sendAndShow } from '../show-response.ts';

export const OPENING_FAILED = 'Failed to load the steps';
export const MARK_FAILED = 'Failed to save the step';

/** How far the opening of the shop is (behavior 10.24). */
export const openingQuery = queryOptions({
  queryKey: ['admin', 'opening'],
  queryFn: ({ signal }) => call(getOpening, { signal, fallback: OPENING_FAILED }),
  ...adminQueryDefaults,
});

const change = (queryClient: QueryClient, body: GivenInputOf<typeof changeOpening>): Promise<Opening> =>
  sendAndShow(
    queryClient,
    openingQuery,
    () => call(changeOpening, { body, fallback: MARK_FAILED }),
    (opening) => opening,
  );

/** Marks a step as done or skipped, and returns how far the opening is now. */
export const markStep = (queryClient: QueryClient, step: OpeningStep, state: 'done' | 'skipped'): Promise<Opening> =>
  change(queryClient, { step, state });

/** Stops leading users to the opening. The palette still has it. */
export const dismissOpening = (queryClient: QueryClient): Promise<Opening> => change(queryClient, { dismissed: true });

export const reloadOpening = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: openingQuery.queryKey });
