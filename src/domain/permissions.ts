/** The properties of a signed-in user that decide what they may do. */
export interface Actor {
  isAdmin: boolean;
  /** True if an admin verified the membership. */
  verified: boolean;
}

/**
 * Returns whether a user may confirm an order (behavior 3.8). If members need approval, only verified members and admins
 * may. Suspended users need no check here, because they cannot be signed in.
 */
export const mayConfirmOrder = ({ isAdmin, verified }: Actor, needsApproval: boolean): boolean =>
  !needsApproval || verified || isAdmin;
