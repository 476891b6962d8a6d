import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { moment } from './values.ts';

/** What can need the attention of the panel, in the order in which it is shown (behavior 10.8). */
export const ATTENTION_KINDS = [
  'awaiting_payment',
  'payment_sent',
  'to_ship',
  'short_of_stock',
  'hoarding',
  'low_stock',
  'wanted',
  'labels',
  'to_verify',
  'sync_failed',
  'sync_waiting',
  'sync_rows',
  'notices_stuck',
  'lab_expired',
  'rates_old',
  'rates_waiting',
  'wallet_changed',
  'wallet_pending',
  'wallet_unexplained',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** Something that needs attention. Kinds with nothing are left out. */
const attentionItem = z.object({
  kind: z.enum(ATTENTION_KINDS),
  count: z.number(),
  /** When the oldest of them began, if that is known. */
  oldest: z.nullable(moment),
  /** The address of the page that shows more. */
  link: z.string(),
});
export type AttentionItem = z.infer<typeof attentionItem>;

export const getAttention = endpoint({
  method: 'GET',
  path: '/api/admin/attention',
  access: 'panel',
  summary: 'What needs attention, for the role of the caller',
  output: z.object({ items: z.array(attentionItem) }),
  errors: [],
});
