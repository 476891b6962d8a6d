/** What decides what a signed-in person may do. */
export interface Actor {
  isAdmin: boolean;
  /** An admin looked at this membership and found it good. */
  verified: boolean;
}

/**
 * With MEMBERS_NEED_APPROVAL a new member may browse and fill a cart, but confirms only when verified (decisions §3).
 * Admins need nobody's approval. Suspension needs no word here: nobody suspended is signed in.
 */
export const mayConfirmOrder = ({ isAdmin, verified }: Actor, needsApproval: boolean): boolean =>
  !needsApproval || verified || isAdmin;
