import type { AuditChain, AuditEntry } from '#contract/audit.ts';
import type { ChainEnd } from '#domain/audit-chain.ts';
import { isDigest } from './audit.queries.ts';
import type { EntryListRow } from './audit-list.queries.ts';
import { isoTime, parsed } from './chain.queries.ts';
import type { StoredCheck } from './daily-check.ts';

/** An entry with readable names. A digest whose text was deleted with an account is null. */
export const presentEntry = (row: EntryListRow): AuditEntry => ({
  id: row.id,
  seq: row.seq,
  at: isoTime(row.at),
  actorId: row.actor_id,
  actorName: row.role === null ? row.actor_name : row.actor_text,
  role: row.role,
  kind: row.kind,
  subject: row.subject_text ?? (isDigest(row) ? null : row.subject),
  subjectName: row.subject_name,
  before: parsed(row.before) as AuditEntry['before'],
  after: parsed(row.after) as AuditEntry['after'],
  address: row.address_text,
  hash: row.hash,
});

export const presentChain = (end: ChainEnd, waiting: number, check: StoredCheck | null): AuditChain => ({
  ...end,
  waiting,
  checked: check && {
    at: isoTime(check.at),
    entries: check.end.entries,
    problem: check.problem?.seq ?? null,
  },
});
