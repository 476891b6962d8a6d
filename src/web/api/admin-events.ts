import { type AdminEvent, getAdminEvents } from '#contract/events.ts';
import type { Ids } from '#domain/changed-ids.ts';
import { storedToken } from '../browser/storage.ts';
import { followEvents } from './follow-events.ts';

/**
 * Follows the events of the panel while the page is visible. `onEvent` gets the changed subject ("inventory",
 * "receipts", …) and its ids, and "ready" whenever a connection is made: changes may have been missed before.
 * `onRefused` is called if the server no longer accepts the token. Returns a function that stops it.
 */
export const followAdminEvents = (
  onEvent: (subject: string, ids: Ids<number | string>) => void,
  onRefused: () => void,
): (() => void) =>
  followEvents({
    url: getAdminEvents.path,
    token: storedToken,
    onEvent: (subject, data) => onEvent(subject, (data as Partial<AdminEvent>).ids ?? null),
    onRefused,
  });
