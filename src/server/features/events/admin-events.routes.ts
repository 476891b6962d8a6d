import { getAdminEvents } from '#contract/events.ts';
import type { Topic } from '../../db/shop-database.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { findAdmin } from '../../http/sessions.ts';
import { type EventStream, eventFrame, openEventStream } from './event-stream.ts';

/** Changes that come close together are told once. */
const TOGETHER_MS = 50;
/** More ids than this are told as "many". */
const TOLD_IDS = 500;

/** An order changes what the panel's list shows as reserved, so the catalogue's moves are the inventory's. */
const eventOf = (topic: Topic): Topic => (topic === 'catalogue' ? 'inventory' : topic);

/**
 * GET /api/admin/events (decisions §8 "events"): open panels hear which subject moved, and of the inventory which items,
 * so that another admin's change, a sync or a receipt shows without a reload.
 */
export const registerAdminEvents: Feature = (serve, deps, app) => {
  const listening = new Set<EventStream>();
  const moved = new Map<Topic, Set<number | string> | null>();
  let telling: NodeJS.Timeout | undefined;

  const tell = () => {
    telling = undefined;
    const frames = [...moved].map(([event, ids]) =>
      eventFrame(event, JSON.stringify({ ids: ids && ids.size <= TOLD_IDS ? [...ids] : null })),
    );
    moved.clear();
    for (const stream of listening) for (const frame of frames) stream.send(frame);
  };
  const stopHearing = deps.database.onMoved(({ topic, ids }) => {
    if (listening.size === 0) return;
    const event = eventOf(topic);
    const known = moved.get(event);
    moved.set(event, ids === null || known === null ? null : new Set([...(known ?? []), ...ids]));
    telling ??= setTimeout(tell, TOGETHER_MS).unref();
  });
  app.addHook('onClose', async () => {
    stopHearing();
    clearTimeout(telling);
  });

  serve(getAdminEvents, ({ request, reply }) => {
    const stream = openEventStream(request, reply, deps, { stillAllowed: () => findAdmin(deps, request) });
    listening.add(stream);
    stream.onEnd(() => listening.delete(stream));
    // Whoever comes back after a cut may have missed something.
    stream.send(eventFrame('ready', '{}'));
    return undefined;
  });
};
