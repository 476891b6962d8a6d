import { BadgePercent, CloudOff } from 'lucide-react';
import { useConnection } from '../../api/connection.ts';
import { INVENTORY_FAILED } from '../../api/queries/catalogue.ts';
import { useShop } from '../../api/queries/settings.ts';
import { formatRecentTime } from '../../browser/dates.ts';
import { cx } from '../../ui/cx.ts';
import { Notice } from '../../ui/notice.tsx';
import { DeadLinkNotice } from '../view/dead-link.tsx';

/** The notices above picker and list. */
export const ShopNotices = ({ className }: { className?: string }) => (
  <>
    <PricingBanner className={className} />
    <DeadLinkNotice className={className} />
    <OfflineNotice />
  </>
);

const PricingBanner = ({ className }: { className?: string | undefined }) => {
  const { telegramGroupUrl } = useShop();
  if (!telegramGroupUrl) return null;
  return (
    <Notice tone="accent" icon={<BadgePercent />} className={className}>
      <strong className="font-semibold">Bulk pricing:</strong> check our Telegram group.{' '}
      <a href={telegramGroupUrl} target="_blank" rel="noopener noreferrer" className="link font-medium">
        Open the group
      </a>
    </Notice>
  );
};

const STATUS_TEXTS = {
  offline: { problem: "You're offline", until: "once you're back online" },
  unreachable: { problem: INVENTORY_FAILED, until: 'once the shop is back' },
} as const;

/**
 * Says how old the stock is while the shop cannot be reached (behavior 5.12). It floats at the bottom of the window, so
 * that nothing moves when it appears. On low screens, where it would cover too much, it is part of the page.
 */
const OfflineNotice = () => {
  const { status, knownAt } = useConnection();
  const isShown = status !== 'online' && knownAt !== null;
  return (
    // The element stays while it is empty, because screen readers announce only what appears in an existing one.
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
            {STATUS_TEXTS[status].problem}. Showing stock from{' '}
            <strong className="font-semibold">{formatRecentTime(knownAt, Date.now())}</strong>; you can order{' '}
            {STATUS_TEXTS[status].until}.
          </span>
        </>
      )}
    </p>
  );
};
