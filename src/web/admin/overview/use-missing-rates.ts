import { useQuery } from '@tanstack/react-query';
import type { AttentionItem } from '#contract/attention.ts';
import type { Overview } from '#contract/overview.ts';
import { COIN_NAMES } from '#domain/quotes.ts';
import { ratesQuery } from '../../api/queries/settings.admin.ts';
import { usePaidCoins } from '../../api/queries/settings.ts';
import { useMay } from '../panel-role.ts';

interface Known {
  items: readonly AttentionItem[] | undefined;
  /** The last days, which say whether the shop had orders. */
  month: Overview | undefined;
  isLoading: boolean;
}

/** Orders that wait for money. */
const UNPAID: readonly string[] = ['awaiting_payment', 'payment_sent'];

/**
 * The coins that members pay in and that have no rate, once the shop has orders, for those who may set rates. "loading"
 * until that is known, so that nothing moves.
 */
export const useMissingRates = ({ items, month, isLoading }: Known): readonly string[] | 'loading' => {
  const maySet = useMay('settings.write');
  const paid = usePaidCoins();
  const isAsked = maySet && paid.length > 0;
  const rates = useQuery({ ...ratesQuery, enabled: isAsked });
  if (!isAsked) return [];
  if (rates.isLoading) return 'loading';
  const missing = paid.filter((coin) => rates.data?.[coin] === null).map((coin) => COIN_NAMES[coin]);
  if (missing.length === 0) return [];
  const hasUnpaid = items?.some(({ kind }) => UNPAID.includes(kind)) ?? false;
  if (!hasUnpaid && isLoading) return 'loading';
  return hasUnpaid || (month !== undefined && (month.orders > 0 || month.before.orders > 0)) ? missing : [];
};
