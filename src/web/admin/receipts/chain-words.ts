import type { Payment } from '#contract/payments.ts';
import { counted } from '#domain/text.ts';

/** What the chain says of a payment, in words; null if there is nothing to say about one by hand. */
export const chainWords = ({ counts, chain }: Pick<Payment, 'counts' | 'chain'>): string | null => {
  if (!counts) return chain ? 'No longer counts: the chain does not have it any more' : 'Counted once, as it was seen';
  if (!chain) return null;
  const { confirmations, needed } = chain;
  if (confirmations === 0) return 'Seen';
  return confirmations < needed
    ? `${confirmations} of ${counted(needed, 'confirmation')}`
    : counted(confirmations, 'confirmation');
};
