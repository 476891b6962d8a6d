import { ShopError } from '#contract/errors.ts';
import type { Json } from '#domain/audit.ts';
import { OutcomeUnknownError } from '../../db/failures.ts';
import type { Shop } from '../../shop.ts';
import { type AuditAct, type AuditActor, recordAudit } from './audit.queries.ts';
import { recordRepeatedAct } from './repeated-acts.ts';

/** Filters whose texts people type. They may name a person, so the evidence says only that they were set. */
const TYPED: readonly string[] = ['q', 'user'];

interface ExportOf {
  name: string;
  filters?: Readonly<Record<string, Json | undefined>> | undefined;
}

/** The act of exporting a list with its filters, for the evidence (behavior 3.14). */
export const exportAct = (actor: AuditActor, { name, filters = {} }: ExportOf, now: number): AuditAct => {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '');
  const after = Object.fromEntries(set.map(([filter, value]) => [filter, TYPED.includes(filter) ? true : value!]));
  return { actor, kind: 'export', subject: name, after: set.length > 0 ? after : null, now };
};

/**
 * Records that somebody gets a copy of the shop's data, before it is sent (behavior 3.14).
 * @throws ShopError unavailable (503) if nobody knows whether it is recorded; then nothing may be sent
 */
export const recordExport = async (
  { database, clock }: Pick<Shop, 'database' | 'clock'>,
  actor: AuditActor,
  what: ExportOf,
): Promise<void> => {
  const act = exportAct(actor, what, clock());
  await database.write((tx) => recordAudit(tx, act)).catch(refuseUnrecorded);
};

/** Like `recordExport`, for somebody's own data, which may be downloaded as often as one likes. */
export const recordOwnExport = async (
  { database, clock }: Pick<Shop, 'database' | 'clock'>,
  actor: AuditActor,
): Promise<void> => {
  const act = { actor, kind: 'export', subject: 'my-data' } as const;
  await database.write((tx) => recordRepeatedAct(tx, act, clock())).catch(refuseUnrecorded);
};

const refuseUnrecorded = (error: unknown): never => {
  throw error instanceof OutcomeUnknownError ? new ShopError('unavailable', { retryAfter: 1 }) : error;
};
