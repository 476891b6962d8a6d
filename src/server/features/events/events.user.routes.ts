import { ShopError } from '#contract/errors.ts';
import { getUserEvents, type UserEvent } from '#contract/events.ts';
import type { Ids } from '#domain/changed-ids.ts';
import { ChangeFollower } from '../../db/change-follower.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { findOwners } from '../receipts/receipts.queries.ts';
import { ActiveSessions } from '../users/active-sessions.ts';
import { type EventStream, eventFrame } from './event-streams.ts';
import { ShopInfoChanges } from './shop-info-changes.ts';

/** Changes in quick succession are sent together. */
const TOGETHER_MS = 50;
/** Anything may have changed: a page that has just connected, or a change of which nobody knows the ids. */
const READY = eventFrame('ready', '{}');

const changedFrame = (event: UserEvent): Buffer => eventFrame('changed', JSON.stringify(event));

/** GET /api/user/events (behavior 7.24): an open page of a member learns which of the member's receipts changed. */
export const registerUserEvents: Feature = (serve, shop, app) => {
  const { database, streams, shopNotices, log } = shop;
  /** The user of each stream. */
  const listening = new Map<EventStream, string>();
  const active = new ActiveSessions(shop);

  const sendChanged = async (ids: Ids<string>): Promise<void> => {
    if (listening.size === 0) return;
    if (ids === null) {
      for (const stream of listening.keys()) stream.send(READY);
      return;
    }
    const ofUser = new Map<string, string[]>();
    for (const { id, user_id } of await findOwners(database.read, { ids })) {
      ofUser.set(user_id, [...(ofUser.get(user_id) ?? []), id]);
    }
    for (const [stream, userId] of listening) {
      const receipts = ofUser.get(userId);
      if (receipts) stream.send(changedFrame({ receipts }));
    }
  };
  const follower = new ChangeFollower<string>(
    database,
    {
      topics: ['receipts'],
      read: sendChanged,
      eager: { every: TOGETHER_MS, log, failure: 'members could not be told of changed receipts' },
    },
    String,
  );
  const shopChanges = new ShopInfoChanges(shop, {
    isHeard: () => listening.size > 0,
    onChange: (info) => {
      // The body is JSON already.
      const frame = eventFrame('changed', `{"shop":${info}}`);
      for (const stream of listening.keys()) stream.send(frame);
    },
  });
  const stopNotices = shopNotices.onChange(() => shopChanges.look());
  app.addHook('onClose', async () => {
    stopNotices();
    shopChanges.stop();
    await follower.close();
  });

  serve(getUserEvents, ({ request, reply, user: { userId, sessionId } }) => {
    shopChanges.begin();
    const stillAllowed = async () => {
      if (!(await active.has(sessionId))) throw new ShopError('not_signed_in');
    };
    const stream = streams.open(request, reply, { listener: 'known', stillAllowed });
    if (!stream) return undefined;
    listening.set(stream, userId);
    stream.onEnd(() => listening.delete(stream));
    stream.send(READY);
    return undefined;
  });
};
