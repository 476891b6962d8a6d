import { listAudit } from '#contract/audit.ts';
import type { GivenQueryOf } from '#contract/endpoint.ts';
import { adminListDefaults, paginated } from '../query-client.ts';

export type AuditFilter = Omit<NonNullable<GivenQueryOf<typeof listAudit>>, 'cursor' | 'limit'>;

export const AUDIT_FAILED = 'Failed to load the activity';

/** The shop's evidence, newest first. */
export const auditQuery = (filter: AuditFilter) =>
  paginated(['admin', 'audit', filter], listAudit, { query: filter, fallback: AUDIT_FAILED }, adminListDefaults);
