import { useEffect, useRef, useState } from 'react';
import type { CartResponse } from '#contract/cart.ts';
import { centsToAmount, formatPrice, toCents } from '#domain/money.ts';

/** Subtotal, shipping and total of the drawer (specification §9: tax is always 0). */
export const CartTotals = ({ cart }: { cart: CartResponse['cart'] }) => {
  const total = useCountedUp(toCents(cart.total) ?? 0);
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-0.5">
      <dt className="text-sm text-muted">Subtotal</dt>
      <dd className="text-right text-sm text-text">{formatPrice(cart.subtotal)}</dd>
      <dt className="text-sm text-muted">Shipping</dt>
      <dd className="text-right text-sm text-text">{formatPrice(cart.shippingCost)}</dd>
      <dt className="mt-1 text-lg font-semibold text-text">Total</dt>
      <dd className="mt-1 text-right text-lg font-semibold text-text">{formatPrice(centsToAmount(total))}</dd>
    </dl>
  );
};

const COUNT_MS = 260;

/** Runs from the figure shown to the new one; at once where the reader wants no motion. */
const useCountedUp = (target: number): number => {
  const [shown, setShown] = useState(target);
  const current = useRef(target);
  useEffect(() => {
    const start = current.current;
    if (start === target) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const began = performance.now();
    let frame = 0;
    const step = (now: number) => {
      const part = still ? 1 : Math.min(1, (now - began) / COUNT_MS);
      // Fast first, then settling: the eye sees where it is going.
      current.current = Math.round(target - (target - start) * (1 - part) ** 3);
      setShown(current.current);
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return shown;
};
