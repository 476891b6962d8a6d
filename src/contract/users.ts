import * as z from 'zod/mini';
import { PASSWORD } from '#domain/needed-text.ts';
import { ROLES } from '#domain/permissions.ts';
import { email, loginInput, newPassword, telegram, username } from './account-forms.ts';
import { endpoint } from './endpoint.ts';
import { done, isoDate, moment, plain, publicIdParam, text, tokenParam } from './values.ts';

/** The text for a user name that members cannot have (behavior 3.3). */
export const RESERVED_NAME = 'This username is reserved. Please choose another.';

/** A user as the user sees it. The view of admins is in users.admin.ts. */
export const user = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  /** The Telegram name (docs/glossary.md). */
  signalUsername: z.string(),
  role: z.enum(ROLES),
  /** May open the panel. */
  isAdmin: z.boolean(),
  memberType: z.string(),
  status: z.enum(['active', 'suspended']),
  verified: z.boolean(),
  /** The last day on which the verification is valid, in the shop's time zone; null if it does not end. */
  verifiedUntil: z.nullable(isoDate),
  createdAt: moment,
});
export type User = z.infer<typeof user>;

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  summary: 'Sign in; returns the user fields plus token',
  input: loginInput,
  output: z.extend(user, { token: z.string() }),
  errors: ['wrong_credentials', 'suspended', 'passkey_needed'],
});

/** A registration as it is sent. `ageConfirmed` may be absent, but false is refused (behavior 3.3). */
export const registerInput = z.object({
  username,
  email,
  password: newPassword,
  signalUsername: z._default(telegram, ''),
  ageConfirmed: z.optional(z.boolean()),
});

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  access: 'gate',
  takesIdempotencyKey: true,
  summary: 'Create an account and sign in',
  input: registerInput,
  output: z.object({ user, token: z.string() }),
  errors: ['username_taken', 'email_taken', 'weak_password', 'passkey_needed'],
});

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user',
  access: 'member',
  summary: 'The signed-in user',
  /** `passwordGenerated`: the shop made the password, and nobody has set another one since. */
  output: z.object({ user, passwordGenerated: z.boolean() }),
  errors: [],
});

/**
 * Profile fields. A new password needs the current one and ends the user's other sessions (behavior 3.5). One that the shop
 * made is not needed within a short time of the sign-in (behavior 3.17).
 */
export const updateUserInput = z.object({
  username: z.optional(username),
  email: z.optional(email),
  signalUsername: z.optional(telegram),
  currentPassword: z.optional(text(200)),
  newPassword: z.optional(newPassword),
});

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/api/user',
  access: 'member',
  summary: 'Change profile or password',
  input: updateUserInput,
  output: user,
  errors: [
    'username_taken',
    'email_taken',
    'weak_password',
    'wrong_current_password',
    'reauthentication_needed',
    'passkey_needed',
  ],
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'member',
  summary: 'End this session',
  output: done,
  errors: [],
});

/** How a session was opened. */
export const signInMethod = z.enum(['password', 'passkey']);

const session = z.object({
  id: z.string(),
  current: z.boolean(),
  userAgent: z.string(),
  method: signInMethod,
  createdAt: moment,
  lastUsedAt: moment,
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  access: 'member',
  summary: 'Where this user is signed in',
  output: z.object({ sessions: z.array(session) }),
  errors: [],
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions/:id',
  access: 'member',
  summary: 'End one of your sessions',
  params: publicIdParam,
  output: done,
  errors: ['not_found'],
});

export const exportData = endpoint({
  method: 'GET',
  path: '/api/user/export',
  access: 'member',
  summary: 'Everything the shop holds about this user, as JSON',
  output: z.looseObject({}),
  errors: [],
});

/** Deletes the account, after the password was typed again. Receipts stay without the name (behavior 3.9). */
export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/user',
  access: 'member',
  summary: 'Delete your account',
  input: z.object({ password: text(200, PASSWORD.needed) }),
  output: done,
  errors: ['wrong_current_password', 'last_admin', 'passkey_needed'],
});

/** The account of a one-time link, so that the page can say whose password it sets (behavior 3.6). */
export const getResetLink = endpoint({
  method: 'GET',
  path: '/api/reset/:token',
  access: 'public',
  summary: 'Whose password a one-time link sets',
  params: tokenParam,
  unknown: 'link_ended',
  output: z.object({ username: z.string() }),
  errors: [],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/reset',
  access: 'public',
  summary: 'Set a new password with a one-time link',
  input: z.object({ token: text(200).check(plain), password: newPassword }),
  output: done,
  errors: ['link_ended', 'weak_password'],
});
