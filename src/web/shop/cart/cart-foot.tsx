import { CloudOff } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { CartResponse } from '#contract/cart.ts';
import { centsToAmount, formatPrice, toCents } from '#domain/money.ts';
import { useConnection } from '../../api/connection.ts';
import { useShop } from '../../api/queries/settings.ts';
import { PointsDiscount, PointsOfOrder } from '../../shared/receipt-points.tsx';
import { WhyTotal } from '../../shared/why-totals.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { FormFailure } from '../../ui/notice.tsx';
import { WhyText } from '../../ui/why.tsx';
import { BlockedSentences } from './cart-limits.tsx';
import { closeCart } from './cart-store.ts';
import { useShownCart } from './open-cart.ts';
import { SHIPPING_LABELS, showShippingChoice } from './order-options.tsx';
import { blockedTexts, OFFLINE } from './over-limit.ts';
import type { Refused } from './use-confirm-order.ts';

type Cart = CartResponse['cart'];

interface CartFootProps {
  /** The window is low, so the foot is one line. */
  isLow: boolean;
  isConfirming: boolean;
  /** The last press, if it made no order. */
  refused: Refused | null;
  confirmButton: RefObject<HTMLButtonElement | null>;
  onConfirm: () => void;
}

/** The foot of the drawer: the total, what confirming does, and the button for it. */
export const CartFoot = ({ isLow, isConfirming, refused, confirmButton, onConfirm }: CartFootProps) => {
  const state = useShownCart();
  const { cart, items, isLoaded, failure } = state;
  const { telegramSeller } = useShop();
  const isOffline = useConnection((connection) => connection.status === 'offline');
  const order = items.length > 0 ? cart : null;
  const blocked = order && blockedTexts(state);
  return (
    <div className="flex flex-col gap-2">
      {order && !isLow && (
        <div>
          <Total cart={order} />
          <TotalNotes cart={order} />
        </div>
      )}
      {isOffline && items.length > 0 && (
        <p
          key={refused?.at}
          role={refused ? 'alert' : 'status'}
          className={cx('flex items-start gap-2 text-sm', refused ? 'text-danger-text' : 'text-muted')}
        >
          <CloudOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          {OFFLINE}
        </p>
      )}
      {blocked ? (
        <BlockedSentences shown={blocked.shown} refused={refused} confirmButton={confirmButton} />
      ) : (
        <FormFailure text={refused?.text} />
      )}
      {order && !blocked && !refused?.text && !isLow && (
        <p className="text-xs text-muted">
          Reserves your items. Next: {telegramSeller ? 'message' : 'contact'} the seller and pay.
        </p>
      )}
      <div className="flex flex-wrap-reverse items-center gap-2">
        {isLow ? order && <Total cart={order} /> : <ContinueShopping isPrimary={!order} />}
        <Button
          ref={confirmButton}
          // Not the thing to do while the cart is empty, or the order would be refused or cannot be sent. A press says why.
          variant={blocked || !order || isOffline ? 'secondary' : 'primary'}
          aria-disabled={blocked !== null || undefined}
          size={isLow ? 'md' : 'lg'}
          busy={isConfirming}
          disabled={!order || (!isLoaded && !failure)}
          aria-description={blocked?.message}
          onClick={onConfirm}
          className="grow px-4!"
        >
          {isConfirming ? 'Confirming...' : 'Confirm Order'}
        </Button>
      </div>
    </div>
  );
};

/** The way back to the shop. It is the one thing to do with an empty cart. */
export const ContinueShopping = ({ isPrimary }: { isPrimary: boolean }) => (
  <Button
    variant={isPrimary ? 'primary' : 'ghost'}
    size={isPrimary ? 'lg' : 'md'}
    onClick={closeCart}
    className={cx('text-xs! tracking-wide', isPrimary ? 'grow px-4!' : 'px-2!')}
  >
    CONTINUE SHOPPING
  </Button>
);

/** What of the total is shipping, and what the order earns. A press leads to the choice, which may be far above or below. */
const TotalNotes = ({ cart }: { cart: Cart }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-3 text-xs text-muted">
    <p>
      <button
        type="button"
        aria-description="Change it"
        onClick={showShippingChoice}
        className="relative underline underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-3.5 after:content-[''] hover:text-text"
      >
        {SHIPPING_LABELS[cart.shippingOption]} shipping
      </button>{' '}
      {formatPrice(cart.shippingCost)}
    </p>
    <PointsOfOrder order={cart} />
  </div>
);

/** The parts of the total, at the end of the scrolling content. */
export const Totals = ({ cart, isLow }: { cart: Cart; isLow: boolean }) => (
  <div>
    <dl className="grid grid-cols-[1fr_auto] gap-y-0.5">
      <dt className="text-sm text-muted">Subtotal</dt>
      <dd className="text-right text-sm text-text">{formatPrice(cart.subtotal)}</dd>
      <PointsDiscount {...cart} />
      <dt className="text-sm text-muted">Shipping</dt>
      <dd className="text-right text-sm text-text">{formatPrice(cart.shippingCost)}</dd>
    </dl>
    {isLow && (
      <div className="mt-1 flex justify-end text-sm">
        <PointsOfOrder order={cart} />
      </div>
    )}
  </div>
);

/** The total, which counts up or down to a new value. */
const Total = ({ cart }: { cart: Cart }) => {
  const shown = useCountUp(toCents(cart.total) ?? 0);
  return (
    <div className="flex grow items-center gap-1 text-lg font-semibold text-text">
      <span>Total</span>
      <WhyTotal amounts={cart}>
        <WhyText quiet>At today's prices. An order is refused if its total has moved when you confirm it.</WhyText>
      </WhyTotal>
      <span className="ml-auto">{formatPrice(centsToAmount(shown))}</span>
    </div>
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
