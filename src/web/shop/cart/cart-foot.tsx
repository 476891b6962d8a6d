import { CloudOff } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { CartResponse } from '#contract/cart.ts';
import { centsToAmount, formatPrice, toCents } from '#domain/money.ts';
import { useConnection } from '../../api/connection.ts';
import { PointsDiscount } from '../../shared/receipt-points.tsx';
import { WhyTotal } from '../../shared/why-totals.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { WhyText } from '../../ui/why.tsx';
import { BlockedSentences } from './cart-limits.tsx';
import { closeCart, useCart } from './cart-store.ts';
import { blockedTexts } from './over-limit.ts';

type Cart = CartResponse['cart'];

interface CartFootProps {
  /** The window is low, so the foot is one line. */
  isLow: boolean;
  isConfirming: boolean;
  confirmButton: RefObject<HTMLButtonElement | null>;
  onConfirm: () => void;
}

/** The foot of the drawer: totals and the button that confirms the order. */
export const CartFoot = ({ isLow, isConfirming, confirmButton, onConfirm }: CartFootProps) => {
  const state = useCart();
  const { cart, items, isLoaded, failure } = state;
  const isOffline = useConnection((connection) => connection.status === 'offline');
  const order = items.length > 0 ? cart : null;
  const blocked = order && blockedTexts(state);
  return (
    <div className={cx('flex flex-col', isLow ? 'gap-2' : 'gap-3')}>
      {order && !isLow && <Totals cart={order} />}
      {isOffline && items.length > 0 && (
        <p className="flex items-start gap-2 text-sm text-muted">
          <CloudOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          You're offline. Your cart is saved until you can confirm it.
        </p>
      )}
      {blocked && <BlockedSentences shown={blocked.shown} confirmButton={confirmButton} />}
      <div className="flex items-center gap-4">
        {order && isLow && <Total cart={order} className="text-lg font-semibold text-text" />}
        <div className="min-w-0 flex-1">
          <Button
            ref={confirmButton}
            // Not the thing to do while the order would be refused. A press says why.
            variant={blocked ? 'secondary' : 'primary'}
            aria-disabled={blocked !== null || undefined}
            size={isLow ? 'md' : 'lg'}
            wide
            busy={isConfirming}
            disabled={!order || (!isLoaded && !failure)}
            aria-description={blocked?.message}
            onClick={onConfirm}
          >
            {isConfirming ? 'Confirming...' : 'Confirm Order'}
          </Button>
        </div>
      </div>
      {!isLow && <ContinueShopping />}
    </div>
  );
};

export const ContinueShopping = () => (
  <Button variant="ghost" onClick={closeCart} className="-mb-2 tracking-wide">
    CONTINUE SHOPPING
  </Button>
);

/** Subtotal, points, shipping and total. */
export const Totals = ({ cart }: { cart: Cart }) => (
  <dl className="grid grid-cols-[1fr_auto] gap-y-0.5">
    <dt className="text-sm text-muted">Subtotal</dt>
    <dd className="text-right text-sm text-text">{formatPrice(cart.subtotal)}</dd>
    <PointsDiscount {...cart} />
    <dt className="text-sm text-muted">Shipping</dt>
    <dd className="text-right text-sm text-text">{formatPrice(cart.shippingCost)}</dd>
    <dt className="mt-1 flex items-center gap-1 text-lg font-semibold text-text">
      Total
      <WhyTotal amounts={cart}>
        <WhyText quiet>At today's prices. An order is refused if its total has moved when you confirm it.</WhyText>
      </WhyTotal>
    </dt>
    <dd className="mt-1 text-right text-lg font-semibold text-text">
      <Total cart={cart} />
    </dd>
  </dl>
);

/** The total, which counts up or down to a new value. */
const Total = ({ cart, className }: { cart: Cart; className?: string }) => {
  const shown = useCountUp(toCents(cart.total) ?? 0);
  return <span className={className}>{formatPrice(centsToAmount(shown))}</span>;
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
