import * as z from 'zod/mini';
import { AUDIT_KINDS } from '#domain/audit.ts';
import { ROLES } from '#domain/permissions.ts';
import { endpoint } from './endpoint.ts';
import { moment, page, search, text } from './values.ts';

/** An entry of the shop's evidence (behavior 3.14). `hash` and `seq` are null until it is chained, a moment later. */
export const auditEntry = z.object({
  id: z.number(),
  seq: z.nullable(z.number()),
  at: moment,
  actorId: z.string(),
  /** Null if the account was deleted. */
  actorName: z.nullable(z.string()),
  role: z.nullable(z.enum(ROLES)),
  kind: z.enum(AUDIT_KINDS),
  /** What it is about: the id of a user, receipt or change, or the name of a setting or switch. */
  subject: z.nullable(z.string()),
  before: z.json(),
  after: z.json(),
  address: z.nullable(z.string()),
  hash: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'audit.read',
  summary: "The shop's evidence, newest first",
  query: z.object({ ...page, ...search, kind: z.optional(z.enum(AUDIT_KINDS)), actor: z.optional(text(200)) }),
  output: z.object({ entries: z.array(auditEntry), total: z.number(), nextCursor: z.nullable(z.string()) }),
  errors: [],
});
