import * as z from 'zod/mini';
import { ATTENTION_KINDS } from '#domain/attention.ts';
import { endpoint } from './endpoint.ts';
import { moment } from './values.ts';

/** Something that needs attention. Kinds with nothing are left out. */
const attentionItem = z.object({
  kind: z.enum(ATTENTION_KINDS),
  count: z.number(),
  /** When the oldest of them began, if that is known. */
  oldest: z.nullable(moment),
  /** When the first of them ends by itself. Only unpaid orders have an end. */
  ends: z.optional(moment),
  /** So many of them are fully paid, and only have to be marked so. */
  paid: z.optional(z.number()),
  /** The address of the page that shows more. */
  link: z.string(),
  /** The id of the order, if it is about the payment of a single one. */
  receipt: z.optional(z.string()),
});
export type AttentionItem = z.infer<typeof attentionItem>;

export const getAttention = endpoint({
  method: 'GET',
  path: '/api/admin/attention',
  access: 'panel',
  summary: 'What needs attention, for the role of the caller',
  /** The most urgent first. */
  output: z.object({ items: z.array(attentionItem) }),
  errors: [],
});
