import { Info } from 'lucide-react';
import type { CartLimit } from '#contract/cart.ts';
import { LIMIT_KIND_WORDS, meterText } from '#domain/purchase-limits.ts';
import { cx } from '../../ui/cx.ts';
import { useCart } from './cart-store.ts';

/** From this share of a limit on its meter is amber. */
const NEARLY_FULL = 0.8;

/** How much of each purchase limit the member has used, with the cart: a thin line and words (behavior 6.11). */
export const CartLimits = () => {
  const { limits, limitRefusal } = useCart();
  if (limits.length === 0) return null;
  return (
    <section aria-label="Purchase limits" className="flex flex-col gap-3">
      <ul className="flex flex-col gap-3">
        {limits.map((limit) => (
          <li key={`${limit.kind} ${limit.unit} ${limit.window} ${limit.max}`}>
            <Limit limit={limit} />
          </li>
        ))}
      </ul>
      {/* The toast with the same sentence leaves after seconds. */}
      {limitRefusal && (
        <p className="flex items-start gap-1.5 text-sm text-warning-text">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
          {limitRefusal}
        </p>
      )}
    </section>
  );
};

const Limit = ({ limit }: { limit: CartLimit }) => {
  const words = LIMIT_KIND_WORDS[limit.kind];
  const counted = limit.used + limit.inCart;
  const share = Math.min(1, counted / limit.max);
  const text = meterText(counted, limit);
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex justify-between gap-3 text-sm">
        <span className="text-muted first-letter:uppercase">{words}</span>
        <span className={cx(share >= NEARLY_FULL ? 'text-warning-text' : 'text-text')}>{text}</span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers do not draw the element as a thin line */}
      <div
        role="meter"
        aria-label={`Limit of ${words}`}
        aria-valuemin={0}
        aria-valuemax={limit.max}
        aria-valuenow={Math.min(counted, limit.max)}
        aria-valuetext={text}
        className="h-1 overflow-hidden rounded-full bg-raised forced-colors:border"
      >
        <div
          className={cx(
            'h-full origin-left rounded-full transition-transform duration-(--motion-move) forced-colors:bg-[Highlight]',
            share >= NEARLY_FULL ? 'bg-warning' : 'bg-accent',
          )}
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  );
};
