import { isVerifiedOn, type Verification } from '#domain/permissions.ts';
import { useShop } from '../api/queries/settings.ts';
import { formatDay, localDay } from '../browser/dates.ts';
import { shopNow } from '../browser/shop-clock.ts';

/** The facts about a membership that an admin has confirmed, for people. */
export interface VerificationText {
  state: 'not-required' | 'unverified' | 'endless' | 'valid' | 'ended';
  text: string;
}

/**
 * Describes a verification on a day, an ISO date (behavior 3.8). The page knows only its own day. The server decides by
 * that of the shop's time zone. Nobody is called verified while members need no approval.
 */
export const describeVerification = (
  verification: Verification,
  { today, needsApproval }: { today: string; needsApproval: boolean },
): VerificationText => {
  const { verified, verifiedUntil } = verification;
  if (!needsApproval) return { state: 'not-required', text: 'Not required' };
  if (!verified) return { state: 'unverified', text: 'Not verified' };
  if (verifiedUntil === null) return { state: 'endless', text: 'Verified' };
  return isVerifiedOn(verification, today)
    ? { state: 'valid', text: `Valid through ${formatDay(verifiedUntil)}` }
    : { state: 'ended', text: `Verification ended on ${formatDay(verifiedUntil)}` };
};

/** The same for today, by the setting of the shop. */
export const useVerification = (verification: Verification): VerificationText => {
  const { membersNeedApproval: needsApproval } = useShop();
  return describeVerification(verification, { today: localDay(shopNow()), needsApproval });
};
