import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { anyReceiptQuery } from '../../api/queries/receipts.admin.ts';
import { type ToastContent, toast, useToasts } from '../../ui/toast.ts';

type Offer = 'action' | 'next';

/** What an offer needs of an order. */
type Needs = Partial<Record<Offer, (receipt: AdminReceipt) => boolean>>;

/**
 * Shows a message about an order, and follows the order as long as it is shown. Its offers go once the order is no longer
 * what they need: a payment came, or somebody took the next step.
 */
export const offerAbout = (
  queryClient: QueryClient,
  { id, events }: Pick<AdminReceipt, 'id' | 'events'>,
  content: ToastContent,
  needs: Needs,
): void => {
  toast(content);
  const shown = useToasts.getState().shown?.id;
  const unfollow = new QueryObserver(queryClient, anyReceiptQuery(id, undefined)).subscribe(({ data }) => {
    const now = useToasts.getState().shown;
    // An answer that was asked for before has the order as it was.
    if (!data || !now || now.id !== shown || data.receipt.events.length < events.length) return;
    const gone = (['action', 'next'] as const).filter((offer) => now[offer] && needs[offer]?.(data.receipt) === false);
    if (gone.length === 0) return;
    useToasts.setState({ shown: { ...now, ...Object.fromEntries(gone.map((offer) => [offer, undefined])) } });
  });
  const end = useToasts.subscribe((state) => {
    if (state.shown?.id === shown) return;
    unfollow();
    end();
  });
};
