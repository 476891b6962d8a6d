import { listAudit } from '#contract/audit.ts';
import { findState } from '../../db/shop-state.ts';
import { cutPage, decodeIdCursor, encodeCursor } from '../../http/paging.ts';
import { type Feature, leaving } from '../../http/serve-endpoint.ts';
import { presentChain, presentEntry } from './audit.present.ts';
import { findActorIds, findEntries } from './audit-list.queries.ts';
import { findLastChained, findWaiting } from './chain.queries.ts';
import type { StoredCheck } from './daily-check.ts';

/** The evidence as owners read it (behavior 3.14). */
export const registerAudit: Feature = (serve, { database: { read } }) => {
  serve(listAudit, async ({ query: { limit, cursor, actor, ...rest }, reply }) => {
    const filter = { ...rest, actors: actor?.trim() ? await findActorIds(read, actor.trim()) : undefined };
    const page = { before: decodeIdCursor(cursor), limit: limit + 1, left: leaving(reply) };
    const [{ rows, total }, end, { count }, check] = await Promise.all([
      findEntries(read, filter, page),
      findLastChained(read),
      findWaiting(read),
      findState(read, 'audit_check'),
    ]);
    const { page: shown, nextCursor } = cutPage(rows, limit, (row) => encodeCursor([row.id]));
    const chain = presentChain(end, count, check === null ? null : (JSON.parse(check) as StoredCheck));
    return { entries: shown.map(presentEntry), total, nextCursor, chain };
  });
};
