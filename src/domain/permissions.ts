/** What decides what a signed-in person may do. */
export interface Actor {
  isAdmin: boolean;
  status: 'active' | 'suspended';
  /** An admin looked at this membership and found it good. */
  verified: boolean;
}

/** A suspended member's login is refused (decisions §3). */
export const mayLogIn = (user: Pick<Actor, 'status'>): boolean => user.status === 'active';

/** Only admins open the panel and make its calls (specification §6). */
export const mayOpenAdminPanel = (user: Pick<Actor, 'isAdmin' | 'status'>): boolean => user.isAdmin && mayLogIn(user);

/**
 * With MEMBERS_NEED_APPROVAL a new member may browse and fill a cart, but confirms only when verified (decisions §3).
 * Admins need nobody's approval.
 */
export const mayConfirmOrder = (user: Actor, needsApproval: boolean): boolean =>
  mayLogIn(user) && (!needsApproval || user.verified || user.isAdmin);

/** Somebody must be left who can run the shop: the last active admin keeps right, status and account. */
export const mayLoseAdminRight = (user: Pick<Actor, 'isAdmin' | 'status'>, activeAdmins: number): boolean =>
  !mayOpenAdminPanel(user) || activeAdmins > 1;
