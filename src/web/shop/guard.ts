/** The part of the customer flow that a visitor sees. `sign-in` is the choice between login and registration. */
export type Stage = 'loading' | 'gate' | 'sign-in' | 'shop';

export interface Visitor {
  /** The stored sign-in, or the shop itself, is still being checked. */
  checking: boolean;
  /** This tab has passed the access code. */
  gatePassed: boolean;
  signedIn: boolean;
  online: boolean;
}

/**
 * The stage for a visitor. Without the tab's gate flag it is the gate, signed in or not. Only offline a member may read
 * the stored catalogue without it (behavior 3.2).
 */
export const stageOf = ({ checking, gatePassed, signedIn, online }: Visitor): Stage => {
  if (checking) return 'loading';
  if (!gatePassed && !(signedIn && !online)) return 'gate';
  return signedIn ? 'shop' : 'sign-in';
};
