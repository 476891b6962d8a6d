import { RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { counted } from '#domain/text.ts';
import { useConnection } from '../../api/connection.ts';
import { useShop } from '../../api/queries/settings.ts';
import { paths } from '../../browser/paths.ts';
import { useSession } from '../../shared/session.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useMedia } from '../../ui/use-size.ts';
import { DeliveryChoice } from '../addresses/delivery-choice.tsx';
import { ClosedNotice } from '../closed-notice.tsx';
import { WalletList } from '../payment/wallet-list.tsx';
import { CartFoot, ContinueShopping, Totals } from './cart-foot.tsx';
import { CartLimits } from './cart-limits.tsx';
import { CartLines } from './cart-lines.tsx';
import { CartPoints } from './cart-points.tsx';
import { clearOrderKey, closeCart, openCart, refreshCart } from './cart-store.ts';
import { useHasLost } from './lost-changes.ts';
import { useShownCart } from './open-cart.ts';
import { OrderNotes, ShippingChoice } from './order-options.tsx';
import { useConfirmOrder } from './use-confirm-order.ts';

/** Windows below this height have room for one line of the foot. The rest of it is at the end of what scrolls. */
const LOW = '(max-height: 34.99rem)';

/** The block of an order may end elsewhere: a limit opens, an admin verifies the member, another order is paid. */
const RECHECK_MS = 10_000;

/** The cart: lines, shipping, notes, wallets, totals, and the button that confirms the order. */
export default function CartDrawer({ loadOrderPage }: { loadOrderPage: () => Promise<unknown> }) {
  const { isOpen, cart, items, blocked, failure, orderKey } = useShownCart();
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const hasLost = useHasLost();
  const confirmButton = useRef<HTMLButtonElement>(null);
  const [returns, setReturns] = useState(0);
  const { confirm, isConfirming, refused } = useConfirmOrder({
    loadOrderPage,
    onReturn: () => {
      openCart();
      setReturns((count) => count + 1);
    },
  });
  useEffect(() => {
    if (returns > 0) confirmButton.current?.focus();
  }, [returns]);
  useEffect(() => {
    // Confirming leads there. If this fails, opening it tries again.
    if (isOpen) loadOrderPage().catch(() => undefined);
  }, [isOpen, loadOrderPage]);
  const isLow = useMedia(LOW);
  const { notices } = useShop();
  const isOffline = useConnection(({ status }) => status === 'offline');
  const isSaidBelow = isOffline && items.length > 0;
  const isWaiting = isOpen && blocked !== null && items.length > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(refreshCart, RECHECK_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  // An empty cart has nothing to ship and nothing to pay.
  const order = items.length > 0 ? cart : null;
  return (
    <Drawer
      open={isOpen}
      onClose={closeCart}
      title="Your cart"
      aside={cart && (pieces > 0 || !failure) && counted(pieces)}
      toastPlace="above-foot"
      footer={<CartFoot {...{ isLow, isConfirming, refused, confirmButton }} onConfirm={() => void confirm()} />}
    >
      <div className="flex flex-col gap-4">
        <ClosedNotice />
        {failure && (failure.needsRefresh || !(refused?.text || isSaidBelow || hasLost)) && (
          <div key={refused?.at} ref={refused && scrollHere}>
            <CartFailure {...failure} />
          </div>
        )}
        {orderKey && items.length === 0 && <OrderUncertain />}
        {cart ? <CartLines items={items} /> : !failure && <LinesSkeleton />}
        {order && (
          <>
            <CartLimits />
            <CartPoints cart={order} />
            <ShippingChoice option={order.shippingOption} />
            <DeliveryChoice onAdded={refreshCart} />
            <OrderNotes notes={order.notes} />
            {!notices.closedOrders && <WalletList note="You'll get the exact amount with your order number." />}
            <Totals cart={order} isLow={isLow} />
          </>
        )}
        {isLow && <ContinueShopping isPrimary={!order} />}
      </div>
    </Drawer>
  );
}

/** A press on the button far below has this as its reason. */
const scrollHere = (reason: HTMLDivElement | null) => reason?.scrollIntoView({ block: 'nearest' });

const CartFailure = ({ message, needsRefresh }: { message: string; needsRefresh: boolean }) => {
  const { logInAgain } = useSession();
  return (
    <Notice
      tone="danger"
      alert
      action={
        <Button size="sm" onClick={needsRefresh ? logInAgain : refreshCart}>
          {!needsRefresh && <RotateCcw aria-hidden className="size-4" />}
          {needsRefresh ? 'Log in again' : 'Try again'}
        </Button>
      }
    >
      {message}
    </Notice>
  );
};

/** Shown if the outcome of an order is unknown and the cart is empty since. The server most likely has the order. */
const OrderUncertain = () => (
  <Notice tone="warning" title="Your last order may have gone through.">
    We can't tell whether it was saved.{' '}
    <Link
      href={paths.receipts}
      className="link font-medium"
      onClick={() => {
        clearOrderKey();
        closeCart();
      }}
    >
      View your receipts
    </Link>
  </Notice>
);

const LinesSkeleton = () => (
  <div role="status" aria-label="Loading cart" className="flex flex-col gap-3">
    <Skeleton className="h-18" />
    <Skeleton className="h-18" />
  </div>
);
