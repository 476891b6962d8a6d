import type { QueryClient } from '@tanstack/react-query';
import type { AdminItem } from '#contract/inventory.ts';
import { counted } from '#domain/text.ts';
import { ApiError, isUnconfirmed, messageOf } from '../../../api/client.ts';
import { reloadInventory } from '../../../api/queries/inventory.ts';
import { toast } from '../../../ui/toast.ts';
import { undoAll } from '../../action-toasts.ts';

/** So many items at once: each of them is a call, and the shop accepts 600 calls a minute. */
export const MOST_ONE_BY_ONE = 100;

/** The outcome of calls that were made for one item after the other. */
export interface OneByOne {
  done: number;
  /** The change-sets for Undo, oldest first. */
  changes: number[];
  /** Why the shop refused some items, each reason with their number. */
  refused: Map<string, number>;
  /** Why it ended before the last item; null if it did not. */
  failure: string | null;
}

/**
 * Makes a call for one item after the other. One that is refused is passed over. Any other failure ends it, because the next
 * call would fail as well.
 */
export const oneByOne = async (
  items: readonly AdminItem[],
  call: (item: AdminItem) => Promise<{ changeId: number | null }>,
): Promise<OneByOne> => {
  const outcome: OneByOne = { done: 0, changes: [], refused: new Map(), failure: null };
  const { changes, refused } = outcome;
  for (const item of items) {
    try {
      const { changeId } = await call(item);
      outcome.done += 1;
      if (changeId !== null) changes.push(changeId);
    } catch (error) {
      const reason = messageOf(error, 'The shop refused it.');
      const isAboutItem = error instanceof ApiError && [400, 404, 409].includes(error.status ?? 0);
      if (!isAboutItem) return { ...outcome, failure: isUnconfirmed(error) ? '' : reason };
      refused.set(reason, (refused.get(reason) ?? 0) + 1);
    }
  }
  return outcome;
};

/** Why some items stayed as they were, each reason once. */
export const leftText = ({ refused, failure }: OneByOne): string =>
  [...[...refused].map(([reason, count]) => `${counted(count)}: ${reason}`), failure ?? '']
    .filter((line) => line !== '')
    .join('\n');

/** Shows the outcome, with one Undo for all of it. `done` says what happened to "4 items". */
export const outcomeToast = (queryClient: QueryClient, outcome: OneByOne, done: (items: string) => string): void => {
  const { changes } = outcome;
  const description = leftText(outcome);
  if (description !== '') void reloadInventory(queryClient);
  if (outcome.done === 0 && description === '') return;
  toast({
    title: outcome.done === 0 ? 'Nothing was changed' : done(counted(outcome.done)),
    ...(description !== '' && { description }),
    kind: outcome.done === 0 ? 'error' : 'success',
    ...(changes.length > 0 && { action: { label: 'Undo', onSelect: () => void undoAll(queryClient, changes) } }),
  });
};
