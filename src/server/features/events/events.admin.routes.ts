import { ShopError } from '#contract/errors.ts';
import { ADMIN_TOPICS, type AdminTopic, getAdminEvents, isAdminTopic } from '#contract/events.ts';
import { may, type Role } from '#domain/permissions.ts';
import type { Topic } from '../../db/types.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { type EventStream, eventFrame } from './event-streams.ts';

/** Changes in quick succession are sent together. */
const DEBOUNCE_MS = 50;
/** An event names at most this many ids. */
const MOST_IDS = 500;

/** An order changes what the panel's list shows as reserved, so a change of the catalogue is one of the inventory. */
const adminTopicOf = (topic: Topic): AdminTopic | null => {
  if (topic === 'catalogue') return 'inventory';
  return isAdminTopic(topic) ? topic : null;
};

/**
 * GET /api/admin/events (behavior 10.3): open panels learn which subject changed and which ids, so that the change of
 * another admin, a sync or an order shows without a reload. Each gets only what its role may read.
 */
export const registerAdminEvents: Feature = (serve, { database, streams, sessions }, app) => {
  const listening = new Map<EventStream, Role>();
  const changed = new Map<AdminTopic, Set<number | string> | null>();
  let sending: NodeJS.Timeout | undefined;

  const send = () => {
    sending = undefined;
    for (const [topic, ids] of changed) {
      const frame = eventFrame(topic, JSON.stringify({ ids: ids && ids.size <= MOST_IDS ? [...ids] : null }));
      for (const [stream, role] of listening) if (may(role, ADMIN_TOPICS[topic])) stream.send(frame);
    }
    changed.clear();
  };
  const stopListening = database.onChange((change) => {
    const topic = adminTopicOf(change.topic);
    if (listening.size === 0 || topic === null) return;
    const known = changed.get(topic);
    const ids = change.ids === null || known === null ? null : new Set([...(known ?? []), ...change.ids]);
    changed.set(topic, ids);
    sending ??= setTimeout(send, DEBOUNCE_MS).unref();
  });
  app.addHook('onClose', async () => {
    stopListening();
    clearTimeout(sending);
  });

  serve(getAdminEvents, ({ request, reply, user: { role } }) => {
    const stillAllowed = async () => {
      if ((await sessions.findFor('panel', request)).role !== role) throw new ShopError('not_allowed');
    };
    const stream = streams.open(request, reply, { stillAllowed });
    if (!stream) return undefined;
    listening.set(stream, role);
    stream.onEnd(() => listening.delete(stream));
    // A panel that reconnects may have missed something.
    stream.send(eventFrame('ready', '{}'));
    return undefined;
  });
};
