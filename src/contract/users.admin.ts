import * as z from 'zod/mini';
import { ROLES } from '#domain/permissions.ts';
import { csvEndpoint, endpoint } from './endpoint.ts';
import { signInMethod, user } from './users.ts';
import { flag, isoDate, moment, page, publicIdParam, search, trimmedText } from './values.ts';

/** A user as admins see it. */
export const adminUser = z.extend(user, {
  points: z.number(),
  receipts: z.number(),
  /** Dollars of the receipts that are paid, shipped or completed, without shipping. Null for roles that read no receipts. */
  spent: z.nullable(z.string()),
  /** When the last receipt was confirmed, whatever became of it. Null without one, and for roles that read no receipts. */
  lastOrderAt: z.nullable(moment),
  sessions: z.number(),
  lastSeenAt: z.nullable(moment),
  ageConfirmedAt: z.nullable(moment),
  passkeys: z.number(),
  /** The invite with which the account was registered, and the name of its maker. */
  invite: z.nullable(z.object({ id: z.string(), label: z.string(), madeBy: z.string() })),
});
export type AdminUser = z.infer<typeof adminUser>;

/** The columns by which the list is sorted; "-" turns the order around. */
const USER_SORT_COLUMNS = [
  'username',
  'email',
  'memberType',
  'points',
  'receipts',
  'spent',
  'lastOrderAt',
  'lastSeenAt',
  'createdAt',
] as const;
type UserSortColumn = (typeof USER_SORT_COLUMNS)[number];
export type UserSort = UserSortColumn | `-${UserSortColumn}`;
export const USER_SORTS = USER_SORT_COLUMNS.flatMap((column): UserSort[] => [column, `-${column}`]);

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'members.read',
  summary: 'Users, searchable and sortable',
  query: z.object({
    ...page,
    ...search,
    status: z.optional(z.enum(['active', 'suspended', 'unverified', 'expiring', 'admin'])),
    /** Only active members who are not verified, or no longer. */
    verify: z.optional(flag),
    sort: z._default(z.enum(USER_SORTS), '-createdAt'),
  }),
  output: z.object({ users: z.array(adminUser), total: z.number(), nextCursor: z.nullable(z.string()) }),
  errors: [],
});

export const updateAnyUser = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/:id',
  access: 'members.write',
  summary: 'Member type, role, status, verification',
  params: publicIdParam,
  input: z
    .object({
      memberType: z.optional(trimmedText(40).check(z.minLength(1, 'A member type is needed'))),
      role: z.optional(z.enum(ROLES)),
      /** Another way to set the role: true makes a member an owner, false makes anybody a member. */
      isAdmin: z.optional(z.boolean()),
      status: z.optional(z.enum(['active', 'suspended'])),
      verified: z.optional(z.boolean()),
      verifiedUntil: z.optional(z.nullable(isoDate)),
    })
    .check(z.refine(({ role, isAdmin }) => role === undefined || isAdmin === undefined, 'Send either role or isAdmin')),
  output: z.object({ user: adminUser }),
  errors: ['not_found', 'last_admin', 'reauthentication_needed'],
});

export const createResetLink = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/reset-link',
  access: 'members.write',
  reauthentication: 'recent',
  takesIdempotencyKey: true,
  summary: 'A one-time link to set a new password, for 24 hours, or 1 hour for users of the panel',
  params: publicIdParam,
  /** `removePasskeys`: using the link also removes the passkeys of the user. The holder of the link cannot choose. */
  input: z.object({ removePasskeys: z._default(z.boolean(), false) }),
  output: z.object({ url: z.string(), expiresAt: moment }),
  errors: ['not_found'],
});

export const listUserSessions = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/sessions',
  access: 'members.read',
  summary: 'Where a user is signed in',
  params: publicIdParam,
  output: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        userAgent: z.string(),
        method: signInMethod,
        createdAt: moment,
        lastUsedAt: moment,
      }),
    ),
  }),
  errors: ['not_found'],
});

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions',
  access: 'members.write',
  summary: 'Sign a user out everywhere',
  params: publicIdParam,
  output: z.object({ message: z.string(), ended: z.number() }),
  errors: ['not_found'],
});

/** Removes the passkeys of another user. Owners with a passkey confirm with it (behavior 3.15). */
export const removeUserPasskeys = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/passkeys',
  access: 'members.write',
  reauthentication: 'recent',
  summary: "Remove a user's passkeys, and sign the user out everywhere",
  params: publicIdParam,
  output: z.object({ message: z.string(), removed: z.number() }),
  errors: ['not_found'],
});

/** The history of an account: what happened, and who did it. */
export const listUserEvents = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/events',
  access: 'members.read',
  summary: 'History of an account',
  params: publicIdParam,
  query: z.object({ ...page }),
  output: z.object({
    events: z.array(z.object({ id: z.number(), what: z.string(), by: z.string(), at: moment })),
    nextCursor: z.nullable(z.string()),
  }),
  errors: ['not_found'],
});

/** A private note about a member, which only the panel shows (behavior 3.22). */
const memberNote = z.object({ id: z.number(), text: z.string(), at: moment, by: z.string() });
export type MemberNote = z.infer<typeof memberNote>;

export const MAX_MEMBER_NOTE_LENGTH = 2000;

export const listMemberNotes = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/notes',
  access: 'orders.read',
  summary: 'Private notes about a member, newest first',
  params: publicIdParam,
  output: z.object({ notes: z.array(memberNote) }),
  errors: ['not_found'],
});

export const memberNoteInput = z.object({
  text: trimmedText(MAX_MEMBER_NOTE_LENGTH).check(z.minLength(1, 'A note is needed')),
});

export const addMemberNote = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/notes',
  access: 'orders.write',
  takesIdempotencyKey: true,
  summary: 'Add a private note about a member',
  params: publicIdParam,
  input: memberNoteInput,
  output: z.object({ note: memberNote }),
  status: 201,
  errors: ['not_found'],
});

export const usersCsv = csvEndpoint('users', listUsers, { access: 'members.export', reauthentication: 'recent' });
