import { ShopError } from '#contract/errors.ts';
import { ADMIN_TOPICS, type AdminEvent, type AdminTopic, getAdminEvents, isAdminTopic } from '#contract/events.ts';
import { ChangedSubjects } from '#domain/changed-ids.ts';
import { may, type Role } from '#domain/permissions.ts';
import type { Topic } from '../../db/types.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { type EventStream, eventFrame } from './event-streams.ts';

/** Changes in quick succession are sent together. */
const DEBOUNCE_MS = 50;

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
  const changed = new ChangedSubjects<AdminTopic>();
  let sending: NodeJS.Timeout | undefined;

  const send = () => {
    sending = undefined;
    for (const [topic, ids] of changed.take()) {
      const frame = eventFrame(topic, JSON.stringify({ ids } satisfies AdminEvent));
      for (const [stream, role] of listening) if (may(role, ADMIN_TOPICS[topic])) stream.send(frame);
    }
  };
  const stopListening = database.onChange(({ topic: changedTopic, ids }) => {
    const topic = adminTopicOf(changedTopic);
    if (listening.size === 0 || topic === null) return;
    changed.add(topic, ids);
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
    const stream = streams.open(request, reply, { listener: 'panel', stillAllowed });
    if (!stream) return undefined;
    listening.set(stream, role);
    stream.onEnd(() => listening.delete(stream));
    // A panel that reconnects may have missed something.
    stream.send(eventFrame('ready', '{}'));
    return undefined;
  });
};
