import { Wallet } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { isUrgent, stillUnpaid, unpaidText } from '#domain/unpaid-orders.ts';
import { paths } from '../../browser/paths.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { cx } from '../../ui/cx.ts';
import { useMember } from '../member.ts';
import { useUnpaidOrders } from './unpaid-store.ts';

/** The time left is shown in minutes at most. */
const TICK_MS = 30_000;

/**
 * One line on every page while an order is unpaid (behavior 7.25): at the bottom of a phone, below the header elsewhere.
 * An order's own page does without it. The line has its place from the first picture of a page on. One that comes later
 * lies over the page, and one that goes leaves its place: nothing moves.
 */
export const UnpaidLine = ({ className }: { className: string }) => {
  const orders = useUnpaidOrders(useMember().id);
  const [path] = useLocation();
  const now = useNow();
  const unpaid = stillUnpaid(orders, now);
  // Also after the order was canceled or paid there: the line would come over the top of the page.
  const [ownPath, setOwnPath] = useState<string | null>(null);
  if (path !== ownPath && unpaid.some(({ id }) => path === paths.receipt(id))) setOwnPath(path);
  const text = path === ownPath ? null : unpaidText(unpaid, now);
  const [hasPlace] = useState(text !== null);
  useEffect(() => {
    if (text === null) return;
    // The parts that float at the bottom of a phone make room for it.
    document.documentElement.dataset.unpaid = '';
    return () => void delete document.documentElement.dataset.unpaid;
  }, [text]);
  const [only] = unpaid;
  return (
    <aside aria-label="Unpaid orders" className={cx('sm:relative print:hidden', hasPlace && 'sm:h-11')}>
      {text !== null && only && (
        <Link
          // The list itself leads on to the order that ends next.
          href={unpaid.length === 1 || path === paths.receipts ? paths.payment(only.id) : paths.receipts}
          className={cx(
            'fixed inset-x-0 bottom-0 z-20 border-t pb-[env(safe-area-inset-bottom)]',
            'sm:absolute sm:top-0 sm:bottom-auto sm:z-10 sm:border-t-0 sm:border-b sm:pb-0',
            'group block border-accent/30 bg-[color-mix(in_oklab,var(--color-accent)_12%,var(--color-ground))] text-text',
          )}
        >
          <span className={cx(className, 'flex h-11 items-center gap-2.5 text-sm tabular-nums')}>
            <Wallet aria-hidden className="size-4.5 shrink-0 text-accent-text" />
            <span
              className={cx(
                'truncate',
                only.expiresAt && isUrgent(Date.parse(only.expiresAt) - now) && 'text-warning-text',
              )}
            >
              {text} · <strong className="font-semibold text-accent-text group-hover:underline">Pay</strong>
            </span>
          </span>
        </Link>
      )}
    </aside>
  );
};

const useNow = (): number => {
  const [now, setNow] = useState(shopNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(shopNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
};
