import { listAudit } from '#contract/audit.ts';
import { findState } from '../../db/shop-state.ts';
import { cutPage, decodeIdCursor, encodeCursor } from '../../http/paging.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { AbandonedError } from '../../lib/concurrency.ts';
import { presentChain, presentEntry } from './audit.present.ts';
import { findActorIds, findEntries } from './audit-list.queries.ts';
import { findLastChained, findWaiting } from './chain.queries.ts';
import type { StoredCheck } from './daily-check.ts';

/** The evidence as owners read it (behavior 3.14). */
export const registerAudit: Feature = (serve, { database: { read } }) => {
  serve(listAudit, async ({ query: { limit, cursor, actor, ...rest }, reply }) => {
    const left = new AbortController();
    reply.raw.once('close', () => left.abort());
    const filter = { ...rest, actors: actor?.trim() ? await findActorIds(read, actor.trim()) : undefined };
    const page = { before: decodeIdCursor(cursor), limit: limit + 1, left: left.signal };
    const found = await Promise.all([
      findEntries(read, filter, page),
      findLastChained(read),
      findWaiting(read),
      findState(read, 'audit_check'),
    ]).catch((error) => {
      if (error instanceof AbandonedError) return null;
      throw error;
    });
    if (!found) {
      reply.hijack();
      // Nobody reads it.
      return undefined as never;
    }
    const [{ rows, total }, end, { count }, check] = found;
    const { page: shown, nextCursor } = cutPage(rows, limit, (row) => encodeCursor([row.id]));
    const chain = presentChain(end, count, check === null ? null : (JSON.parse(check) as StoredCheck));
    return { entries: shown.map(presentEntry), total, nextCursor, chain };
  });
};
