/** The roles of a user, those of the panel after the member. */
export const ROLES = ['member', 'orders', 'inventory', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** The permissions of the panel's roles (behavior 3.10). Every call of the panel names the one that it needs. */
export const CAPABILITIES = [
  'inventory.read',
  'inventory.write',
  'orders.read',
  'orders.write',
  'members.read',
  'members.write',
  'members.export',
  'points.write',
  'settings.write',
  'audit.read',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

const GRANTED: Readonly<Record<Role, readonly Capability[]>> = {
  member: [],
  orders: ['inventory.read', 'orders.read', 'orders.write', 'members.read', 'points.write'],
  inventory: ['inventory.read', 'inventory.write'],
  owner: CAPABILITIES,
};

/** Returns whether a role has a capability (behavior 3.10). */
export const may = (role: Role, capability: Capability): boolean => GRANTED[role].includes(capability);

/** Returns whether a role may open the panel. In responses this is `isAdmin`. */
export const mayOpenPanel = (role: Role): boolean => role !== 'member';

/** The facts about a membership that an admin has confirmed. */
export interface Verification {
  verified: boolean;
  /** The last day on which it is valid, an ISO date; null if it does not end. */
  verifiedUntil: string | null;
}

/** Returns whether a membership is verified on a day, an ISO date in the shop's time zone (behavior 3.8). */
export const isVerifiedOn = ({ verified, verifiedUntil }: Verification, today: string): boolean =>
  verified && (verifiedUntil === null || today <= verifiedUntil);

/**
 * Returns whether a user may confirm an order (behavior 3.8). If members need approval, only verified members and users
 * of the panel may. Suspended users need no check here, because they cannot be signed in.
 */
export const mayConfirmOrder = (
  { role, ...verification }: Verification & { role: Role },
  { needsApproval, today }: { needsApproval: boolean; today: string },
): boolean => !needsApproval || mayOpenPanel(role) || isVerifiedOn(verification, today);

/** Names that people take for the shop's own: those of its roles and helpers, and those that it writes in histories. */
const OF_THE_SHOP = [
  ...['system', 'command line', 'visitor', 'greenroom'],
  ...['owner', 'admin', 'administrator', 'moderator', 'staff', 'seller', 'support'],
];

/** Digits and pairs of letters that look like a letter. L and I look alike too. */
const LOOKS_LIKE: readonly (readonly [RegExp, string])[] = [
  [/0/g, 'o'],
  [/[1l]/g, 'i'],
  [/3/g, 'e'],
  [/4/g, 'a'],
  [/5/g, 's'],
  [/7/g, 't'],
  [/8/g, 'b'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
];

/** A name as somebody reads it at a glance. Names that look alike are equal. */
const lookOf = (name: string): string =>
  LOOKS_LIKE.reduce((text, [sign, letter]) => text.replace(sign, letter), name.toLowerCase());

/** The same without spaces, dots and the like. */
const plainLookOf = (name: string): string => lookOf(name.toLowerCase().replace(/[^a-z0-9]/g, ''));

/** Returns whether people could take one name for the other. */
export const looksAlike = (name: string, other: string): boolean => plainLookOf(name) === plainLookOf(other);

const RESERVED = OF_THE_SHOP.map(plainLookOf);

/** The names of deleted accounts begin like this. */
export const DELETED_NAME = 'deleted-';

/**
 * Returns whether members may not have a name, because people could take it for the shop's own (behavior 3.3). These are
 * the names of the shop, names that look like them, and names that begin like those of deleted accounts. A name without a
 * letter or a digit is none.
 */
export const isReservedName = (username: string, { shopName }: { shopName: string }): boolean => {
  const name = plainLookOf(username);
  const isOfTheShop = RESERVED.includes(name) || name === plainLookOf(shopName);
  return name === '' || isOfTheShop || lookOf(username).startsWith(lookOf(DELETED_NAME));
};
