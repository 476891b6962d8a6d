import type { QueryClient } from '@tanstack/react-query';
import { getUserEvents, type UserEvent } from '#contract/events.ts';
import { storedToken } from '../browser/storage.ts';
import { followEvents } from './follow-events.ts';
import { receiptsChanged } from './queries/receipts.ts';
import { putShop } from './queries/settings.ts';
import { markSessionEnded } from './session-state.ts';

/**
 * Keeps the member's receipts current while the page is visible (behavior 7.24). Whenever a stream opens, everything that
 * is shown of them is read once: changes may have been missed. `onReady` is called then. Returns a function that stops it.
 */
export const followUserEvents = (queryClient: QueryClient, onReady: () => void): (() => void) =>
  followEvents({
    url: getUserEvents.path,
    token: storedToken,
    onEvent: (name, data) => {
      const { receipts, shop } = data as UserEvent;
      if (shop) putShop(queryClient, shop);
      if (receipts) receiptsChanged(queryClient, receipts);
      if (name !== 'ready') return;
      receiptsChanged(queryClient, null);
      onReady();
    },
    onRefused: markSessionEnded,
  });
