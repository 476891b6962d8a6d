import type { User } from '#contract/users.ts';
import { DEFAULT_MEMBER_TYPE } from '#domain/constants.ts';
import { isIsoDate } from '#domain/lab-result.ts';
import { ROLES } from '#domain/permissions.ts';
import { isFlag, isText, type Kinds, oneOf, orNull } from './kinds.ts';
import { paths } from './paths.ts';
import { type ListedStore, localStore, sessionStore } from './safe-storage.ts';

const GATE_FLAG = 'initialAuth';
const USER = 'user';
const TOKEN = 'authToken';
const REGISTRATION = 'greenroom-registration';
const PANEL_WISH = 'greenroom-panel-wish';
const LAYOUT = 'greenroom-layout';
export const CART_STORAGE = 'cart-storage';
/** The key of the token before it was called authToken. */
const LEGACY_TOKEN = 'token';

/** The two stores of a browser. Tests pass their own. */
export interface Stores {
  session: ListedStore;
  local: ListedStore;
}

const browserStores = (): Stores => ({ session: sessionStore, local: localStore });

/** True if this tab has passed the access code. */
export const gatePassed = ({ session } = browserStores()): boolean => session.getItem(GATE_FLAG) !== null;
export const storeGatePassed = ({ session } = browserStores()): void => session.setItem(GATE_FLAG, 'true');
export const clearGatePassed = ({ session } = browserStores()): void => session.removeItem(GATE_FLAG);

export const storedToken = ({ local } = browserStores()): string | null => local.getItem(TOKEN);

const isDay = (value: unknown): value is string => isText(value) && isIsoDate(value);

const USER_KINDS: Kinds<User> = {
  id: isText,
  username: isText,
  email: isText,
  signalUsername: isText,
  role: oneOf(ROLES),
  isAdmin: isFlag,
  memberType: isText,
  status: oneOf(['active', 'suspended']),
  verified: isFlag,
  verifiedUntil: orNull(isDay),
  createdAt: isText,
};

/** A stored user needs only the name. What else is missing is as for a new member. */
const NEW_MEMBER: User = {
  id: '',
  username: '',
  email: '',
  signalUsername: '',
  role: 'member',
  isAdmin: false,
  memberType: DEFAULT_MEMBER_TYPE,
  status: 'active',
  verified: true,
  verifiedUntil: null,
  createdAt: '',
};

/** The user from the last visit, or null if there is none or it cannot be read. */
export const storedUser = ({ local } = browserStores()): User | null => {
  const text = local.getItem(USER);
  if (!text) return null;
  try {
    const stored = JSON.parse(text) as User;
    if (!isText(stored.username)) return null;
    const names = Object.keys(USER_KINDS) as (keyof User)[];
    const known = names.filter((name) => USER_KINDS[name](stored[name])).map((name) => [name, stored[name]]);
    const user: User = { ...NEW_MEMBER, ...Object.fromEntries(known) };
    // Stored before there were roles: today's admins are owners.
    return user.isAdmin && user.role === 'member' ? { ...user, role: 'owner' } : user;
  } catch {
    return null;
  }
};

/** Calls `onChange` when another tab logs in or out: this page then shows the wrong member. */
export const onSignInElsewhere = (onChange: () => void): void => {
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === null || (key === TOKEN && oldValue !== newValue)) onChange();
  });
};

/** Stores the user from the last response, together with the token. */
export const storeUser = (user: User, { local } = browserStores()): void =>
  local.setItem(USER, JSON.stringify({ ...user, token: local.getItem(TOKEN) ?? undefined }));

/** Stores a sign-in: the token under its own key, and the user with it. It ends what this tab kept for it. */
export const storeSignIn = (user: User, token: string, stores: Stores = browserStores()): void => {
  clearRegistration(stores);
  storePanelWish(null, stores);
  stores.local.setItem(TOKEN, token);
  storeUser(user, stores);
};

/**
 * The keys of the device or the tab that say nothing about a person. Every other key belongs to the member, also one
 * that a later version adds (behavior 3.11).
 */
const OF_THE_DEVICE: Readonly<Record<keyof Stores, readonly string[]>> = {
  local: ['greenroom-theme', 'greenroom-accent', LAYOUT, 'greenroom-packing-paper', 'greenroom-folded-'],
  session: [REGISTRATION, PANEL_WISH, 'greenroom-toast', 'greenroom-reloaded-at', 'greenroom-scroll'],
};

/** A name that ends in a dash is the beginning of several. */
const isOfTheDevice = (kind: keyof Stores, key: string): boolean =>
  OF_THE_DEVICE[kind].some((name) => (name.endsWith('-') ? key.startsWith(name) : key === name));

/** Removes all that is stored about the member. The gate flag stays. */
export const clearSignIn = ({ local, session }: Stores = browserStores()): void => {
  for (const key of local.keys()) if (!isOfTheDevice('local', key)) local.removeItem(key);
  // A tab may hold keys that are not of the shop.
  for (const key of session.keys()) {
    if (key.startsWith('greenroom-') && !isOfTheDevice('session', key)) session.removeItem(key);
  }
};

/** The fields of an unfinished registration, without the passwords. */
export interface RegistrationDraft {
  username: string;
  email: string;
  signalUsername: string;
}

/** Stores a draft in this tab, for a visitor sent back to the gate. */
export const storeRegistration = (
  { username, email, signalUsername }: RegistrationDraft,
  { session } = browserStores(),
): void => session.setItem(REGISTRATION, JSON.stringify({ username, email, signalUsername }));

/** The draft stored in this tab, or an empty one. */
export const storedRegistration = ({ session } = browserStores()): RegistrationDraft => {
  const text = session.getItem(REGISTRATION);
  return text ? (JSON.parse(text) as RegistrationDraft) : { username: '', email: '', signalUsername: '' };
};

export const clearRegistration = ({ session } = browserStores()): void => session.removeItem(REGISTRATION);

/**
 * Stores where in the panel somebody wants to be after a sign-in in this tab (behavior 10.1): the query of an address of
 * the panel. null ends the wish.
 */
export const storePanelWish = (query: string | null, { session } = browserStores()): void =>
  query === null ? session.removeItem(PANEL_WISH) : session.setItem(PANEL_WISH, query);

/** The wished address. It is always one of the panel, because only its query is stored. */
export const panelWish = ({ session } = browserStores()): string | null => {
  const query = session.getItem(PANEL_WISH);
  if (query === null) return null;
  return `${paths.adminPanel}${query.startsWith('?') ? query : ''}`;
};

/** The last layout of products on this device: a grid or rows (behavior 5.2). */
export const storedLayout = ({ local } = browserStores()): string | null => local.getItem(LAYOUT);
export const storeLayout = (layout: string, { local } = browserStores()): void => local.setItem(LAYOUT, layout);

/** Removes an old "token" without "authToken", and the user stored with it (behavior 3.12). Called once at start. */
export const removeLegacyToken = ({ local } = browserStores()): void => {
  if (local.getItem(LEGACY_TOKEN) === null || local.getItem(TOKEN) !== null) return;
  local.removeItem(LEGACY_TOKEN);
  local.removeItem(USER);
};
