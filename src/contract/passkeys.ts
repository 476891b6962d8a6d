import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { login } from './users.ts';
import { done, moment, publicIdParam, text, trimmedText } from './values.ts';

/** How many passkeys a user can have. */
export const MOST_PASSKEYS = 10;

/** The options of a ceremony. Their form belongs to WebAuthn. */
const options = z.looseObject({ challenge: z.string() });

/**
 * The browser's response to them, as far as the shop reads it. The server's library checks the meaning of the texts.
 */
const response = z.object({
  id: text(2000),
  rawId: text(2000),
  type: text(50),
  response: z.object({
    clientDataJSON: text(10_000),
    /** Of a new passkey. */
    attestationObject: z.optional(text(50_000)),
    transports: z.optional(z.array(text(50)).check(z.maxLength(20))),
    /** Of a known one. */
    authenticatorData: z.optional(text(10_000)),
    signature: z.optional(text(10_000)),
    userHandle: z.nullish(text(200)),
  }),
});

const passkeyName = trimmedText(60).check(z.minLength(1, 'A name is needed'));

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: moment,
  lastUsedAt: z.nullable(moment),
});
export type Passkey = z.infer<typeof passkey>;

export const getPasskeyOptions = endpoint({
  method: 'POST',
  path: '/api/passkeys/options',
  access: 'member',
  reauthentication: 'explicit',
  summary: 'Start to add a passkey',
  input: z.object({}),
  output: z.object({ options }),
  errors: ['too_many_passkeys'],
});

/** The form of a new passkey. */
export const passkeyForm = z.object({ name: passkeyName });

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys',
  access: 'member',
  reauthentication: 'explicit',
  takesIdempotencyKey: true,
  summary: 'Add a passkey',
  input: z.extend(passkeyForm, { response }),
  output: z.object({ passkey }),
  status: 201,
  errors: ['passkey_refused', 'too_many_passkeys'],
});

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/user/passkeys',
  access: 'member',
  summary: 'Your passkeys',
  output: z.object({ passkeys: z.array(passkey) }),
  errors: [],
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/user/passkeys/:id',
  access: 'member',
  reauthentication: 'recent',
  summary: 'Remove one of your passkeys',
  params: publicIdParam,
  output: done,
  errors: ['not_found'],
});

export const getSignInOptions = endpoint({
  method: 'POST',
  path: '/api/login/passkey/options',
  access: 'public',
  summary: 'Start to sign in with a passkey',
  input: z.object({}),
  output: z.object({ options }),
  errors: [],
});

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/login/passkey',
  access: 'public',
  summary: 'Sign in with a passkey; returns the user fields plus token',
  input: z.object({ response }),
  output: login.output,
  errors: ['wrong_passkey', 'passkey_refused', 'suspended'],
});

export const getReauthenticationOptions = endpoint({
  method: 'POST',
  path: '/api/user/reauthenticate/options',
  access: 'member',
  summary: 'Start to confirm who you are with a passkey',
  input: z.object({}),
  output: z.object({ options }),
  errors: [],
});

/** Marks the session for REAUTHENTICATION_MINUTES (behavior 3.18). */
export const reauthenticate = endpoint({
  method: 'POST',
  path: '/api/user/reauthenticate',
  access: 'member',
  summary: 'Confirm who you are, with the password or a passkey',
  input: z
    .object({ password: z.optional(text(200)), response: z.optional(response) })
    .check(
      z.refine(
        ({ password, response: given }) => (password === undefined) !== (given === undefined),
        'Send either password or response',
      ),
    ),
  output: done,
  errors: ['wrong_current_password', 'passkey_refused', 'passkey_needed'],
});
