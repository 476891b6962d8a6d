interface SaidPaid {
  /** When the reservation ends so far. All times are epoch milliseconds. */
  until: number;
  /** The member has a shipped or completed order. */
  isKnown: boolean;
  now: number;
  /** How long a reservation lasts, and how long checking a payment may take, in milliseconds. */
  reservationMs: number;
  checkMs: number;
}

/**
 * The end of a reservation after its member says for the first time that it is paid (behavior 7.8). Somebody who has bought
 * before gets the time that a check may take. For others the end moves by one reservation, within that time. It never
 * moves to an earlier time.
 */
export const reservationAfterPayment = ({ until, isKnown, now, reservationMs, checkMs }: SaidPaid): number => {
  const checked = now + checkMs;
  return Math.max(until, isKnown ? checked : Math.min(until + reservationMs, checked));
};
