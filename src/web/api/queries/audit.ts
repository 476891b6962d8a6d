import { listAudit } from '#contract/audit.ts';
import type { GivenQueryOf } from '#contract/endpoint.ts';
import type { AuditKind } from '#domain/audit.ts';
import { adminListDefaults, paginated } from '../query-client.ts';

export type AuditFilter = Omit<NonNullable<GivenQueryOf<typeof listAudit>>, 'cursor' | 'limit'>;

export const AUDIT_FAILED = 'Failed to load the activity';

/** The shop's evidence, newest first. */
export const auditQuery = (filter: AuditFilter) =>
  paginated(['admin', 'audit', filter], listAudit, { query: filter, fallback: AUDIT_FAILED }, adminListDefaults);

/** The kinds of entries that belong together, as the filters of the page show them. */
export const KIND_GROUPS: readonly { value: string; label: string; kinds: readonly AuditKind[] }[] = [
  {
    value: 'sign-ins',
    label: 'Sign-ins',
    kinds: ['sign_in', 'sign_in_failed', 'limited', 'gate_passed', 'gate_refused', 'refused', 'reauthenticated'],
  },
  {
    value: 'accounts',
    label: 'Accounts',
    kinds: ['role', 'status', 'verified', 'reset_link', 'reset_used', 'account', 'signed_out', 'invite', 'passkey'],
  },
  { value: 'orders', label: 'Orders', kinds: ['receipt', 'payment'] },
  { value: 'points', label: 'Points', kinds: ['points'] },
  { value: 'inventory', label: 'Inventory', kinds: ['change', 'switch'] },
  { value: 'shop', label: 'Shop and data', kinds: ['settings', 'export', 'backup', 'restore'] },
];
