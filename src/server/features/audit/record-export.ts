import { ShopError } from '#contract/errors.ts';
import type { Json } from '#domain/audit.ts';
import { OutcomeUnknownError } from '../../db/failures.ts';
import type { Shop } from '../../shop.ts';
import { type AuditActor, recordAudit } from './audit.queries.ts';

/** Filters whose texts people type. They may name a person, so the evidence says only that they were set. */
const TYPED: readonly string[] = ['q', 'user'];

/**
 * Records that somebody gets a copy of the shop's data, before it is sent (behavior 3.14).
 * @throws ShopError unavailable (503) if nobody knows whether it is recorded; then nothing may be sent
 */
export const recordExport = async (
  { database, clock }: Pick<Shop, 'database' | 'clock'>,
  actor: AuditActor,
  { name, filters = {} }: { name: string; filters?: Readonly<Record<string, Json | undefined>> },
): Promise<void> => {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '');
  const after = Object.fromEntries(set.map(([filter, value]) => [filter, TYPED.includes(filter) ? true : value!]));
  const act = { actor, kind: 'export', subject: name, after: set.length > 0 ? after : null, now: clock() } as const;
  await database
    .write((tx) => recordAudit(tx, act))
    .catch((error) => {
      throw error instanceof OutcomeUnknownError ? new ShopError('unavailable', { retryAfter: 1 }) : error;
    });
};
