import { isVerifiedOn, type Verification } from '#domain/permissions.ts';
import { formatDay } from '../browser/dates.ts';

/** What an admin has confirmed about a membership, for people. */
export interface VerificationText {
  state: 'unverified' | 'endless' | 'valid' | 'ended';
  text: string;
}

/**
 * Describes a verification on a day, an ISO date (behavior 3.8). The page knows only its own day. The server decides by
 * that of the shop's time zone.
 */
export const describeVerification = (verification: Verification, today: string): VerificationText => {
  const { verified, verifiedUntil } = verification;
  if (!verified) return { state: 'unverified', text: 'Not verified' };
  if (verifiedUntil === null) return { state: 'endless', text: 'Verified' };
  return isVerifiedOn(verification, today)
    ? { state: 'valid', text: `Valid through ${formatDay(verifiedUntil)}` }
    : { state: 'ended', text: `Verification ended on ${formatDay(verifiedUntil)}` };
};
