import { CloudOff, MessageCircle, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { CartResponse } from '#contract/cart.ts';
import { canConfirm } from '#domain/cart.ts';
import { centsToAmount, formatPrice, toCents } from '#domain/money.ts';
import { counted } from '#domain/text.ts';
import { useConnection } from '../../api/connection.ts';
import { useShop } from '../../api/queries/settings.ts';
import { paths } from '../../browser/paths.ts';
import { PointsDiscount } from '../../shared/receipt-points.tsx';
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, Drawer } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Payment } from '../payment/payment.tsx';
import { CartLimits } from './cart-limits.tsx';
import { CartLines } from './cart-lines.tsx';
import { CartPoints } from './cart-points.tsx';
import { clearOrderKey, closeCart, refreshCart, useCart, usePieces } from './cart-store.ts';
import { OrderNotes, ShippingChoice } from './order-options.tsx';
import { type OrderWithoutChat, useConfirmOrder } from './use-confirm-order.ts';

/** The cart: lines, shipping, notes, wallets, totals, and the button that confirms the order. */
export default function CartDrawer() {
  const { isOpen, cart, items, isLoaded, failure, orderKey } = useCart();
  const status = useConnection((connection) => connection.status);
  const pieces = usePieces();
  const { confirm, isConfirming, withoutChat, dismiss } = useConfirmOrder();
  const isBlocked = items.length > 0 && !canConfirm(items);

  return (
    <>
      <Drawer
        open={isOpen}
        onClose={closeCart}
        title="Your cart"
        aside={cart && counted(pieces)}
        footer={
          <div className="flex flex-col gap-3">
            {cart && <Totals cart={cart} />}
            {status === 'offline' && items.length > 0 && (
              <p className="flex items-start gap-2 text-sm text-muted">
                <CloudOff aria-hidden className="mt-0.5 size-4 shrink-0" />
                You're offline. Your cart is saved until you can confirm it.
              </p>
            )}
            {isBlocked && (
              <p role="status" className="text-sm text-danger-text">
                Please change or remove the marked items first.
              </p>
            )}
            <Button
              variant="primary"
              size="lg"
              wide
              busy={isConfirming}
              disabled={!canConfirm(items) || (!isLoaded && !failure)}
              onClick={() => void confirm()}
            >
              {isConfirming ? 'Confirming...' : 'Confirm Order'}
            </Button>
            <Button variant="ghost" onClick={closeCart} className="-mb-2 tracking-wide">
              CONTINUE SHOPPING
            </Button>
          </div>
        }
      >
        <div className="flex flex-col gap-4">
          {failure && <CartFailure {...failure} />}
          {orderKey && items.length === 0 && <OrderUncertain />}
          {cart ? <CartLines items={items} /> : !failure && <LinesSkeleton />}
          <CartLimits />
          {cart && items.length > 0 && <CartPoints cart={cart} />}
          {cart && <ShippingChoice option={cart.shippingOption} />}
          {cart && items.length > 0 && <OrderNotes notes={cart.notes} />}
          {/* Also in an empty cart, because members pay after they have ordered. */}
          <Payment />
        </div>
      </Drawer>
      <OrderDialog order={withoutChat} onClose={dismiss} />
    </>
  );
}

const CartFailure = ({ message, needsRefresh }: { message: string; needsRefresh: boolean }) => (
  <Notice
    tone="danger"
    alert
    action={
      <Button size="sm" onClick={needsRefresh ? () => window.location.reload() : refreshCart}>
        <RotateCcw aria-hidden className="size-4" />
        {needsRefresh ? 'Refresh' : 'Try again'}
      </Button>
    }
  >
    {message}
  </Notice>
);

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

const Totals = ({ cart }: { cart: CartResponse['cart'] }) => {
  const total = useCountUp(toCents(cart.total) ?? 0);
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-0.5">
      <dt className="text-sm text-muted">Subtotal</dt>
      <dd className="text-right text-sm text-text">{formatPrice(cart.subtotal)}</dd>
      <PointsDiscount {...cart} />
      <dt className="text-sm text-muted">Shipping</dt>
      <dd className="text-right text-sm text-text">{formatPrice(cart.shippingCost)}</dd>
      <dt className="mt-1 text-lg font-semibold text-text">Total</dt>
      <dd className="mt-1 text-right text-lg font-semibold text-text">{formatPrice(centsToAmount(total))}</dd>
    </dl>
  );
};

const COUNT_MS = 260;

/** Animates from the shown number to a new one. Changes at once if the person prefers reduced motion. */
const useCountUp = (target: number): number => {
  const [shown, setShown] = useState(target);
  const current = useRef(target);
  useEffect(() => {
    const start = current.current;
    if (start === target) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const startedAt = performance.now();
    let frame = 0;
    const step = (now: number) => {
      const progress = isStill ? 1 : Math.min(1, (now - startedAt) / COUNT_MS);
      current.current = Math.round(target - (target - start) * (1 - progress) ** 3);
      setShown(current.current);
      if (progress < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return shown;
};

/** Shown if the chat did not open by itself: a link to the seller, and the order details to copy. */
const OrderDialog = ({ order, onClose }: { order: OrderWithoutChat | null; onClose: () => void }) => {
  const { telegramSeller } = useShop();
  return (
    <Dialog
      open={order !== null}
      onClose={onClose}
      size="sm"
      title={order ? `Order confirmed: receipt #${order.receipt.number}` : ''}
    >
      {order && (
        <div className="flex flex-col gap-4">
          <p className="text-muted">
            {order.chatUrl
              ? `Please message the seller with your order details${telegramSeller ? ` (@${telegramSeller})` : ''}.`
              : 'Please contact the seller with your receipt number.'}
          </p>
          {order.chatUrl && (
            <ButtonLink
              variant="primary"
              size="lg"
              href={order.chatUrl}
              target="_blank"
              rel="noopener noreferrer"
              onClick={onClose}
            >
              <MessageCircle aria-hidden className="size-5" />
              Message the seller
            </ButtonLink>
          )}
          <div className="flex flex-wrap gap-2">
            <CopyButton
              value={order.message}
              label="Copy order details"
              variant="secondary"
              size="md"
              className="flex-1"
            />
            <Link href={paths.receipt(order.receipt.id)} onClick={onClose} className={`${buttonClass()} flex-1`}>
              View receipt
            </Link>
          </div>
        </div>
      )}
    </Dialog>
  );
};
