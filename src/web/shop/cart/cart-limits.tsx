import { ChevronRight, Info, Minus } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { CartLimit } from '#contract/cart.ts';
import { lineName } from '#domain/line-name.ts';
import { LIMIT_KIND_WORDS, meterText } from '#domain/purchase-limits.ts';
import { counted } from '#domain/text.ts';
import { useCatalogue } from '../../api/queries/catalogue.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { changeCart } from './cart-store.ts';
import { removeFromOpenCart, useShownCart } from './open-cart.ts';
import { amountOver, type BlockedTexts, earlierText, type Reduction, reductionFor } from './over-limit.ts';
import type { Refused } from './use-confirm-order.ts';

/** From this share of a limit on its meter is amber. */
const NEARLY_FULL = 0.8;

/**
 * How much of each purchase limit the member has used, with the cart: a thin line and words (behavior 6.11). Limits about
 * nothing in the cart are folded.
 */
export const CartLimits = () => {
  const { limits } = useShownCart();
  const concerned = limits.filter(({ inCart }) => inCart > 0);
  const others = limits.filter(({ inCart }) => inCart === 0);
  if (limits.length === 0) return null;
  return (
    <section aria-label="Purchase limits" className="flex flex-col gap-3">
      {concerned.length > 0 && <Meters limits={concerned} />}
      {others.length > 0 && (
        <details className="group text-sm">
          <summary className="flex min-h-9 items-center gap-1.5 text-muted hover:text-text pointer-coarse:min-h-11">
            <ChevronRight aria-hidden className="size-4 group-open:rotate-90" />
            {concerned.length > 0 ? counted(others.length, 'other limit') : counted(others.length, 'purchase limit')}
          </summary>
          <div className="pt-1 pb-2">
            <Meters limits={others} />
          </div>
        </details>
      )}
    </section>
  );
};

const Meters = ({ limits }: { limits: readonly CartLimit[] }) => (
  <ul className="flex flex-col gap-3">
    {limits.map((limit) => (
      <li key={`${limit.kind} ${limit.unit} ${limit.window} ${limit.max}`}>
        <Limit limit={limit} />
      </li>
    ))}
  </ul>
);

const BAR = 'h-full origin-left transition-transform duration-(--motion-move)';

const Limit = ({ limit }: { limit: CartLimit }) => {
  const words = LIMIT_KIND_WORDS[limit.kind];
  const sum = limit.used + limit.inCart;
  const isOver = amountOver(limit) > 0;
  const isNearlyFull = sum >= limit.max * NEARLY_FULL;
  const text = meterText(sum, limit);
  const earlier = earlierText(limit);
  // A line that is too long for the limit is drawn to its own scale, with a mark where the limit is.
  const whole = Math.max(sum, limit.max);
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex justify-between gap-3 text-sm">
        <span className="text-muted first-letter:uppercase">{words}</span>
        <span
          className={cx(isOver ? 'font-semibold text-danger-text' : isNearlyFull ? 'text-warning-text' : 'text-text')}
        >
          {text}
        </span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers do not draw the element as a thin line */}
      <div
        role="meter"
        aria-label={`Limit of ${words}`}
        aria-valuemin={0}
        aria-valuemax={limit.max}
        aria-valuenow={Math.min(sum, limit.max)}
        aria-valuetext={earlier ? `${text}, ${earlier}` : text}
        className="relative h-1 rounded-full bg-raised forced-colors:border"
      >
        <div className="absolute inset-0 overflow-hidden rounded-full">
          <div
            className={cx(
              BAR,
              'forced-colors:bg-[Highlight]',
              isOver ? 'bg-danger' : isNearlyFull ? 'bg-warning' : 'bg-accent',
            )}
            style={{ transform: `scaleX(${Math.min(1, sum / whole)})` }}
          />
        </div>
        {isOver && (
          <span
            aria-hidden
            className="absolute -inset-y-1 w-0.5 rounded-full bg-text"
            style={{ left: `${(limit.max / whole) * 100}%` }}
          />
        )}
      </div>
      {earlier && <p className="text-xs text-muted">{earlier}</p>}
    </div>
  );
};

interface BlockedSentencesProps extends Pick<BlockedTexts, 'shown'> {
  /** The button was pressed all the same, so the sentence stands out and is read out. */
  refused: Refused | null;
  confirmButton: RefObject<HTMLButtonElement | null>;
}

/** Says above the confirm button why it does nothing, with the one press that helps. */
export const BlockedSentences = ({ shown, refused, confirmButton }: BlockedSentencesProps) => {
  const products = useCatalogue().data?.products;
  const reduction = reductionFor(useShownCart(), products);
  return (
    // The box has its room from the start, so that nothing moves when it appears.
    <div
      className={cx(
        '-mx-2 flex items-start gap-1.5 rounded-control border px-2 py-1.5 text-sm',
        refused ? 'border-danger/40 bg-danger-wash' : 'border-transparent',
      )}
    >
      <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div key={refused?.at} role={refused ? 'alert' : 'status'} className="flex flex-col gap-1 text-danger-text">
          {shown.map(({ text, kind }) => (
            <p key={`${kind} ${text}`}>
              {kind && <span className="block font-semibold first-letter:uppercase">{LIMIT_KIND_WORDS[kind]}</span>}
              <span>{text}</span>
            </p>
          ))}
        </div>
        {reduction && <Reduce {...reduction} confirmButton={confirmButton} />}
      </div>
    </div>
  );
};

interface ReduceProps extends Reduction {
  confirmButton: RefObject<HTMLButtonElement | null>;
}

/** Takes pieces out of a line. Once nothing is over a limit, it leaves the focus to the confirm button. */
const Reduce = ({ item, pieces, confirmButton }: ReduceProps) => {
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = ref.current;
    return () => {
      if (button === document.activeElement) confirmButton.current?.focus();
    };
  }, [confirmButton]);
  const reduce = () => {
    if (pieces === item.quantity) return removeFromOpenCart(item, { comesIntoView: true });
    changeCart({ kind: 'quantity', productId: item.productId, quantity: item.quantity - pieces });
  };
  return (
    <Button
      ref={ref}
      variant="ghost"
      size="sm"
      onClick={reduce}
      className="-ml-3 h-auto! min-h-9 max-w-full self-start py-1 text-left! whitespace-normal! pointer-coarse:min-h-11"
    >
      <Minus aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        Remove {pieces === 1 ? 'one' : pieces} {lineName(item)}
      </span>
    </Button>
  );
};
