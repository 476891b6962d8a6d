/** The kinds of entries in the shop's evidence (behavior 3.14). */
export const AUDIT_KINDS = [
  'sign_in',
  'sign_in_failed',
  'limited',
  'refused',
  'gate_passed',
  'gate_refused',
  'role',
  'status',
  'verified',
  'reset_link',
  'reset_used',
  'account',
  'signed_out',
  'invite',
  'passkey',
  'reauthenticated',
  'receipt',
  'payment',
  'points',
  'change',
  'switch',
  'settings',
  'export',
  'backup',
  'restore',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
