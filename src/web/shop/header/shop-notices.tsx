import { CloudOff } from 'lucide-react';
import { useContact } from '../../api/contact.ts';
import { useShop } from '../../api/queries/shop.ts';
import { LOSS_WORDS, stockAsOf } from '../../offline/stock-as-of.ts';
import { cx } from '../../ui/cx.ts';
import { PricingBanner } from './pricing-banner.tsx';

/**
 * What stands over picker and list. Without the shop, how old the stock is takes the place of the pricing banner, whose
 * group cannot be reached then either: nothing below moves when a connection goes and comes.
 */
export function ShopNotices({ className }: { className?: string }) {
  const { loss, knownAt } = useContact();
  const { telegramGroupUrl } = useShop();
  const isShown = loss !== null && knownAt !== null;
  return (
    // With nothing to tell it takes no room, but stays: what appears in it is read out.
    <div className={isShown || telegramGroupUrl ? cx('grid [&>*]:[grid-area:1/1]', className) : 'sr-only'}>
      <PricingBanner className={cx(isShown && 'invisible')} />
      <p
        role="status"
        className={cx(
          isShown &&
            'flex items-center gap-3 rounded-control border border-line bg-surface px-3.5 py-3 text-sm text-text',
        )}
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
    </div>
  );
}
