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
 * The end of a reservation after the member's first report of a payment (behavior 7.8). A member who has bought before
 * gets the time that a check may take. For others the end moves by one reservation, within that time. It never moves to
 * an earlier time.
 */
export const reservationAfterPayment = ({ until, isKnown, now, reservationMs, checkMs }: SaidPaid): number => {
  const checked = now + checkMs;
  return Math.max(until, isKnown ? checked : Math.min(until + reservationMs, checked));
};

interface PaidUnpaid {
  /** When the reservation ends so far; null if it does not, because enough was received and confirmed. */
  until: number | null;
  /** Enough was received, before and now. */
  wasEnough: boolean;
  isEnough: boolean;
  /** True if the confirmed entries alone are enough. */
  isConfirmed: boolean;
  /** For the first time, a part was received that keeps the stock. */
  isFirstPart: boolean;
  /** When enough was first seen; null if that is now. */
  seenAt: number | null;
  now: number;
  reservationMs: number;
  checkMs: number;
}

/**
 * The end of the reservation of an unpaid receipt after what was received changed, or its total (behavior 7.26). Null is no
 * end: enough is confirmed. While it is not, the stock is kept for the time that a check may take, from when it was first
 * seen. If it is no longer enough, a new reservation begins, but none lasts longer for it.
 */
export const reservationAfterReceived = ({
  until,
  wasEnough,
  isEnough,
  isConfirmed,
  isFirstPart,
  seenAt,
  now,
  reservationMs,
  checkMs,
}: PaidUnpaid): number | null => {
  if (isEnough && isConfirmed) return null;
  if (isEnough) return until === null ? now + checkMs : Math.max(until, (seenAt ?? now) + checkMs);
  const anew = now + reservationMs;
  const end = until === null ? anew : wasEnough ? Math.min(until, anew) : until;
  return isFirstPart ? Math.max(end, now + checkMs) : end;
};
