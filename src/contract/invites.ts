import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { done, moment, publicIdParam, trimmedText } from './values.ts';

/** An access code of its own that ends after some registrations or at a time (behavior 3.13). */
const invite = z.object({
  id: z.string(),
  label: z.string(),
  /** The number of registrations that it allows, and of those made with it. */
  uses: z.number(),
  used: z.number(),
  madeBy: z.string(),
  createdAt: moment,
  expiresAt: z.nullable(moment),
  /** Its state: only an open one still lets anybody in. */
  state: z.enum(['open', 'used', 'expired', 'revoked']),
});
export type Invite = z.infer<typeof invite>;

export const listInvites = endpoint({
  method: 'GET',
  path: '/api/admin/invites',
  access: 'members.write',
  summary: 'Invites, newest first',
  output: z.object({ invites: z.array(invite) }),
  errors: [],
});

export const createInvite = endpoint({
  method: 'POST',
  path: '/api/admin/invites',
  access: 'members.write',
  reauthentication: 'recent',
  takesIdempotencyKey: true,
  summary: 'Make an invite; its code is shown only in this response',
  input: z.object({
    label: trimmedText(60).check(z.minLength(1, 'A label is needed')),
    uses: z.number().check(z.int(), z.minimum(1), z.maximum(1000)),
    expiresAt: z.optional(z.nullable(z.string().check(z.iso.datetime({ offset: true, error: 'This must be a time' })))),
  }),
  output: z.object({ invite, code: z.string() }),
  status: 201,
  errors: [],
});

export const revokeInvite = endpoint({
  method: 'DELETE',
  path: '/api/admin/invites/:id',
  access: 'members.write',
  reauthentication: 'recent',
  summary: 'End an invite',
  params: publicIdParam,
  output: done,
  errors: ['not_found'],
});
