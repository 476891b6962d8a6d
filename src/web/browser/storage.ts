import * as z from 'zod/mini';
import { type User, user as userSchema } from '#contract/users.ts';
import { DEFAULT_MEMBER_TYPE } from '#domain/constants.ts';
import { localStore, type Store, sessionStore } from './stores.ts';

/** What this browser keeps, by the names of specification §9. The theme's key is in theme.ts. */
const GATE_FLAG = 'initialAuth';
const USER = 'user';
const TOKEN = 'authToken';
const REGISTRATION = 'greenroom-registration';
export const CART_STORAGE = 'cart-storage';
/** The token's key before it was called authToken. */
const LEGACY_TOKEN = 'token';

/** The two stores of a browser; tests bring their own. */
export interface Stores {
  session: Store;
  local: Store;
}

const browser = (): Stores => ({ session: sessionStore, local: localStore });

/** Whether this tab has passed the access code. */
export const gatePassed = ({ session } = browser()): boolean => session.getItem(GATE_FLAG) !== null;
export const rememberGate = ({ session } = browser()): void => session.setItem(GATE_FLAG, 'true');
export const forgetGate = ({ session } = browser()): void => session.removeItem(GATE_FLAG);

export const storedToken = ({ local } = browser()): string | null => local.getItem(TOKEN);

/** Of a stored user only the name is needed (specification §3 "User"): what else it lacks counts as not known. */
const lastSeen = z.extend(userSchema, {
  id: z.catch(userSchema.shape.id, ''),
  email: z.catch(userSchema.shape.email, ''),
  signalUsername: z.catch(userSchema.shape.signalUsername, ''),
  isAdmin: z.catch(userSchema.shape.isAdmin, false),
  memberType: z.catch(userSchema.shape.memberType, DEFAULT_MEMBER_TYPE),
  status: z.catch(userSchema.shape.status, 'active'),
  verified: z.catch(userSchema.shape.verified, true),
  createdAt: z.catch(userSchema.shape.createdAt, ''),
});

/** The user as last seen; null where there is none or it cannot be read any more. */
export const storedUser = ({ local } = browser()): User | null => {
  const text = local.getItem(USER);
  if (!text) return null;
  try {
    return lastSeen.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

/** Hears of a sign-in that begins or ends in another tab: this page shows a member who is not signed in any more. */
export const onSignInElsewhere = (heard: () => void): void => {
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === null || (key === TOKEN && oldValue !== newValue)) heard();
  });
};

/** Keeps the user as the server last told it, with the token beside it (specification §3). */
export const rememberUser = (user: User, { local } = browser()): void =>
  local.setItem(USER, JSON.stringify({ ...user, token: local.getItem(TOKEN) ?? undefined }));

/** Keeps a sign-in: the token under its own key, and the user with it (specification §4). */
export const rememberSignIn = (user: User, token: string, stores: Stores = browser()): void => {
  // Whoever began to register went another way.
  forgetRegistration(stores);
  stores.local.setItem(TOKEN, token);
  rememberUser(user, stores);
};

/** Forgets the sign-in and what hangs on it; the gate flag stays (decisions §3). */
export const forgetSignIn = ({ local } = browser()): void => {
  for (const key of [USER, TOKEN, CART_STORAGE]) local.removeItem(key);
};

/** What a registration can be taken up again with: never the passwords. */
export interface RegistrationDraft {
  username: string;
  email: string;
  signalUsername: string;
}

/** Keeps a draft in this tab, over the way back through the gate. */
export const keepRegistration = (
  { username, email, signalUsername }: RegistrationDraft,
  { session } = browser(),
): void => session.setItem(REGISTRATION, JSON.stringify({ username, email, signalUsername }));

/** The draft kept in this tab, or an empty one. */
export const keptRegistration = ({ session } = browser()): RegistrationDraft => {
  const text = session.getItem(REGISTRATION);
  return text ? (JSON.parse(text) as RegistrationDraft) : { username: '', email: '', signalUsername: '' };
};

export const forgetRegistration = ({ session } = browser()): void => session.removeItem(REGISTRATION);

/** An old "token" without "authToken" is removed along with the cached user, once at app start (specification §4). */
export const cleanUpLegacy = ({ local } = browser()): void => {
  if (local.getItem(LEGACY_TOKEN) === null || local.getItem(TOKEN) !== null) return;
  local.removeItem(LEGACY_TOKEN);
  local.removeItem(USER);
};
