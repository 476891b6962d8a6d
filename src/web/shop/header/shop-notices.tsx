import { BadgePercent, CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { useConnection } from '../../api/connection.ts';
import { INVENTORY_FAILED } from '../../api/queries/catalogue.ts';
import { useShop } from '../../api/queries/settings.ts';
import { formatRecentTime } from '../../browser/dates.ts';
import { localStore } from '../../browser/safe-storage.ts';
import { cx } from '../../ui/cx.ts';
import { Notice } from '../../ui/notice.tsx';
import { ClosedNotice } from '../closed-notice.tsx';
import { DeadLinkNotice } from '../view/dead-link.tsx';

/** The notices above picker and list. */
export const ShopNotices = ({ className }: { className?: string | undefined }) => (
  <>
    <ClosedNotice className={className} />
    <PricingBanner className={className} />
    <DeadLinkNotice className={className} />
    <OfflineNotice />
  </>
);

const SEEN = 'greenroom-banner-seen';
/** Read once, so that the banner does not fold while someone reads it. */
const wasSeenBefore = localStore.getItem(SEEN) !== null;

/** Says what an owner wrote about bulk prices, or where they are. From the second visit on that takes one line on a phone. */
const PricingBanner = ({ className }: { className?: string | undefined }) => {
  const { telegramGroupUrl, notices } = useShop();
  useEffect(() => {
    if (telegramGroupUrl) localStore.setItem(SEEN, 'yes');
  }, [telegramGroupUrl]);
  if (notices.pricing) {
    return (
      <Notice tone="accent" icon={<BadgePercent />} className={className}>
        <span className="break-words whitespace-pre-line">{notices.pricing}</span>
        {telegramGroupUrl && (
          <>
            {' '}
            <a href={telegramGroupUrl} target="_blank" rel="noopener noreferrer" className="link font-medium">
              Open the group
            </a>
          </>
        )}
      </Notice>
    );
  }
  if (!telegramGroupUrl) return null;
  if (wasSeenBefore) {
    return (
      <Notice tone="accent" icon={<BadgePercent />} className={cx('max-sm:px-3 max-sm:py-2', className)}>
        <p className="truncate">
          <strong className="font-semibold">Bulk pricing:</strong>{' '}
          <a href={telegramGroupUrl} target="_blank" rel="noopener noreferrer" className="link font-medium">
            check our Telegram group
          </a>
        </p>
      </Notice>
    );
  }
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
              'bottom-note fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-20 mx-auto max-w-fit sm:right-6 sm:bottom-6 sm:mr-0',
              'max-sm:in-data-unpaid:bottom-[calc(env(safe-area-inset-bottom)+3.25rem)]',
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
