import { CloudOff } from 'lucide-react';
import { useContact } from '../../api/connection.ts';
import { cx } from '../../ui/cx.ts';
import { PricingBanner } from './pricing-banner.tsx';
import { LOSS_WORDS, stockAsOf } from './stock-as-of.ts';

/** What is to be known over picker and list. */
export const ShopNotices = ({ className }: { className?: string }) => (
  <>
    <PricingBanner className={className} />
    <StockAge />
  </>
);

/**
 * Without the shop, how old the stock is. It lies over the page's lower edge, wherever that is scrolled to, so that
 * nothing moves when a connection goes and comes; on a screen so low that it would cover much, it takes a place.
 */
const StockAge = () => {
  const { loss, knownAt } = useContact();
  const isShown = loss !== null && knownAt !== null;
  return (
    // It stays when it has nothing to tell: what appears in it is read out.
    <p
      role="status"
      className={
        isShown
          ? cx(
              'fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-20 mx-auto max-w-fit sm:right-6 sm:bottom-6 sm:mr-0',
              'flex items-center gap-3 rounded-control border border-edge bg-raised px-3.5 py-3 text-sm text-text shadow-float',
              '[@media(max-height:30rem)]:static [@media(max-height:30rem)]:mb-4 print:hidden',
            )
          : 'sr-only'
      }
    >
      {isShown && (
        <>
          <CloudOff aria-hidden className="size-4.5 shrink-0 text-muted" />
          <span>
            {LOSS_WORDS[loss]}: <strong className="font-semibold">{stockAsOf(knownAt, Date.now())}</strong>. Ordering
            waits for the connection.
          </span>
        </>
      )}
    </p>
  );
};
