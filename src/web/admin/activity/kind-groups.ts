import type { AuditKind } from '#domain/audit.ts';

/** The kinds of entries that belong together, as the filters of the page show them. */
export const KIND_GROUPS: readonly { value: string; label: string; kinds: readonly AuditKind[] }[] = [
  {
    value: 'sign-ins',
    label: 'Sign-ins',
    kinds: ['sign_in', 'sign_in_failed', 'limited', 'gate_passed', 'gate_refused', 'reauthenticated'],
  },
  {
    value: 'accounts',
    label: 'Accounts',
    kinds: ['role', 'status', 'verified', 'reset_link', 'reset_used', 'invite', 'passkey'],
  },
  { value: 'orders', label: 'Orders', kinds: ['receipt'] },
  { value: 'points', label: 'Points', kinds: ['points'] },
  { value: 'inventory', label: 'Inventory', kinds: ['change', 'switch'] },
  { value: 'shop', label: 'Shop and data', kinds: ['settings', 'export', 'backup', 'restore'] },
];
