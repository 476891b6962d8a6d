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

interface PaidUnpaid {
  /** When the reservation ends so far; null if it does not, because enough was received. */
  until: number | null;
  /** Enough was received. */
  isEnough: boolean;
  /** For the first time, a part was received that keeps the stock. */
  isFirstPart: boolean;
  now: number;
  reservationMs: number;
  checkMs: number;
}

/**
 * The end of the reservation of an unpaid receipt after what was received changed, or its total (behavior 7.26). Null is no
 * end: enough was received. If that no longer holds, a new reservation begins.
 */
export const reservationAfterReceived = ({
  until,
  isEnough,
  isFirstPart,
  now,
  reservationMs,
  checkMs,
}: PaidUnpaid): number | null => {
  if (isEnough) return null;
  const end = until ?? now + reservationMs;
  return isFirstPart ? Math.max(end, now + checkMs) : end;
};
