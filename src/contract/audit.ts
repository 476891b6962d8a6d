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
  /** Its subject: the id of a user, receipt or change, or the name of a setting, switch, export or file. */
  subject: z.nullable(z.string()),
  /** The name of its user, if its subject is a user with an account that was not deleted. */
  subjectName: z.nullable(z.string()),
  before: z.json(),
  after: z.json(),
  address: z.nullable(z.string()),
  hash: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** The chain as a whole. It is checked once a day; `shop check` does so at any time. */
const chain = z.object({
  entries: z.number(),
  lastHash: z.string(),
  /** How many entries are not chained yet. */
  waiting: z.number(),
  /** The last check, with the first entry that did not fit; null before the first check. */
  checked: z.nullable(z.object({ at: moment, entries: z.number(), problem: z.nullable(z.number()) })),
});
export type AuditChain = z.infer<typeof chain>;

/** One kind or several, separated by commas. */
const kinds = z.pipe(
  z.pipe(
    text(500),
    z.transform((names: string) => names.split(',')),
  ),
  z.array(z.enum(AUDIT_KINDS, 'This kind is not known')),
);

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'audit.read',
  summary: "The shop's evidence, newest first",
  query: z.object({ ...page, ...search, kind: z.optional(kinds), actor: z.optional(text(200)) }),
  output: z.object({ entries: z.array(auditEntry), total: z.number(), nextCursor: z.nullable(z.string()), chain }),
  errors: [],
});
