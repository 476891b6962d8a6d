/** Where a visitor stands in the customer flow (specification §2, stages 1 to 5; `shop` is all that follows). */
export type Stage = 'loading' | 'gate' | 'entrance' | 'shop';

export interface Standing {
  /** The stored sign-in state, or the shop itself, is still being asked for. */
  checking: boolean;
  /** This tab has passed the access code. */
  gatePassed: boolean;
  signedIn: boolean;
  online: boolean;
}

/**
 * The stage that shows. Without the tab's gate flag it is the gate, signed in or not; offline a member
 * may read the kept catalogue without it (decisions §8 "where the gate stands").
 */
export const stageOf = ({ checking, gatePassed, signedIn, online }: Standing): Stage => {
  if (checking) return 'loading';
  if (!gatePassed && !(signedIn && !online)) return 'gate';
  return signedIn ? 'shop' : 'entrance';
};
