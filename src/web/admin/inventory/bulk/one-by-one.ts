import type { QueryClient } from '@tanstack/react-query';
import type { AdminItem } from '#contract/inventory.ts';
import { itemName } from '#domain/panel-item.ts';
import { counted } from '#domain/text.ts';
import { ApiError, isUnconfirmed, messageOf } from '../../../api/client.ts';
import { isUnreachable } from '../../../api/connection.ts';
import { reloadInventory } from '../../../api/queries/inventory.ts';
import { toast } from '../../../ui/toast.ts';
import { undoAction } from '../../action-toasts.ts';

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
  /** The item at which it ended, if nobody knows whether that one was changed. */
  unknown: AdminItem | null;
  /** The items that it did not come to, and the one at which it ended. */
  left: readonly AdminItem[];
}

export const NOTHING_DONE: OneByOne = {
  done: 0,
  changes: [],
  refused: new Map(),
  failure: null,
  unknown: null,
  left: [],
};

/**
 * Makes a call for one item after the other. One that is refused is passed over. Any other failure ends it, because the next
 * call would fail as well. `before` is what was done of the same action before it ended too early.
 */
export const oneByOne = async (
  items: readonly AdminItem[],
  call: (item: AdminItem) => Promise<{ changeId: number | null }>,
  before = NOTHING_DONE,
): Promise<OneByOne> => {
  const [changes, refused] = [[...before.changes], new Map(before.refused)];
  const outcome: OneByOne = { ...NOTHING_DONE, done: before.done, changes, refused };
  for (const [index, item] of items.entries()) {
    try {
      const { changeId } = await call(item);
      outcome.done += 1;
      if (changeId !== null) changes.push(changeId);
    } catch (error) {
      const reason = messageOf(error, 'The shop refused it.');
      const isAboutItem = error instanceof ApiError && [400, 404, 409].includes(error.status ?? 0);
      if (!isAboutItem) {
        const failure = isUnconfirmed(error) ? '' : reason;
        return { ...outcome, failure, unknown: isUnreachable(error) ? item : null, left: items.slice(index) };
      }
      refused.set(reason, (refused.get(reason) ?? 0) + 1);
    }
  }
  return outcome;
};

/** Why some items stayed as they were, each reason once, and the one of which nobody knows it. */
export const leftText = ({ refused, failure, unknown }: OneByOne): string =>
  [
    ...[...refused].map(([reason, count]) => `${counted(count)}: ${reason}`),
    failure ?? '',
    unknown ? notKnown(unknown) : '',
  ]
    .filter((line) => line !== '')
    .join('\n');

export const notKnown = (item: AdminItem): string => `It is not known whether ${itemName(item)} was changed.`;

/** Shows the outcome, with one Undo for all of it. `done` says what happened to "4 items". */
export const outcomeToast = (queryClient: QueryClient, outcome: OneByOne, done: (items: string) => string): void => {
  const { changes } = outcome;
  const description = leftText(outcome);
  if (description !== '') void reloadInventory(queryClient);
  if (outcome.done === 0 && description === '') return;
  toast({
    title:
      outcome.done > 0
        ? done(counted(outcome.done))
        : outcome.unknown
          ? 'The shop did not answer'
          : 'Nothing was changed',
    ...(description !== '' && { description }),
    kind: outcome.done === 0 ? 'error' : 'success',
    ...(changes.length > 0 && { action: undoAction(queryClient, changes) }),
  });
};
