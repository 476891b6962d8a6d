import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isUrgent } from '#domain/unpaid-orders.ts';
import { formatRecentTime } from '../../browser/dates.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { cx } from '../../ui/cx.ts';
import { COUNTDOWN_MS, formatTimeLeft } from './order-progress.ts';

/** Until when the stock is reserved, with a countdown in the last hours (behavior 7.13). */
export const Reservation = ({ expiresAt }: { expiresAt: string }) => {
  const end = new Date(expiresAt).getTime();
  const now = useNow(end - COUNTDOWN_MS);
  const left = end - now;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
      <Clock aria-hidden className="size-4 shrink-0" />
      <span>
        Reserved until <time dateTime={expiresAt}>{formatRecentTime(end, now)}</time>
      </span>
      {left <= COUNTDOWN_MS && (
        <span
          // Not a live region: a screen reader would speak every second.
          className={cx(
            'rounded-full px-2.5 py-0.5 font-semibold',
            isUrgent(left) ? 'bg-warning-wash text-warning-text' : 'bg-raised text-text',
          )}
        >
          {left > 0 ? `${formatTimeLeft(left)} left` : 'Time is up'}
        </span>
      )}
    </p>
  );
};

/**
 * Returns the current time, updated every second once `from` has come. Before that it does not change. Both are epoch
 * milliseconds.
 */
const useNow = (from: number): number => {
  const [now, setNow] = useState(shopNow);
  useEffect(() => {
    const timer = setInterval(() => {
      const time = shopNow();
      if (time >= from) setNow(time);
    }, 1000);
    return () => clearInterval(timer);
  }, [from]);
  return now;
};
