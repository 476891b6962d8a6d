import type { AdminItem } from '#contract/inventory.ts';
import type { Ids } from '#domain/changed-ids.ts';
import { ApiError } from '../client.ts';

/*
 * Two responses about one item can overtake each other, such as that of an edit and that of a report about a later edit.
 * Nothing in them says which one is newer. So the page counts what its list gets, and remembers for each call where the
 * count was when it was sent.
 */

let moment = 0;
/** The moments at which the list last got something about all items, and about one. */
let allAt = 0;
const itemAt = new Map<number, number>();
const sentAt = new WeakMap<AdminItem, number>();

/** The moment now, for a call that is about to be sent. */
export const momentNow = (): number => moment;

/** The list gets something about these items. Null stands for all. */
export const noteItems = (ids: Ids): void => {
  moment += 1;
  if (ids) for (const id of ids) itemAt.set(id, moment);
  else {
    allAt = moment;
    itemAt.clear();
  }
};

/** Returns whether the list got something about the item since a call was sent. Either may be newer then. */
export const gotSince = (id: number, sent: number): boolean => Math.max(allAt, itemAt.get(id) ?? 0) > sent;

/** Sends a call that responds with an item, as does a refusal because of another value (behavior 9.4). */
export const sendForItem = async <Answer extends { item: AdminItem }>(send: () => Promise<Answer>): Promise<Answer> => {
  const sent = moment;
  try {
    const answer = await send();
    sentAt.set(answer.item, sent);
    return answer;
  } catch (error) {
    const item = error instanceof ApiError ? (error.body.item as AdminItem | undefined) : undefined;
    if (item) sentAt.set(item, sent);
    throw error;
  }
};

/** When the call was sent that returned this item. */
export const sentFor = (item: AdminItem): number => sentAt.get(item) ?? moment;
