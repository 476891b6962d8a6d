import { ChevronDown } from 'lucide-react';
import type { ProductGroup } from '#domain/grouping.ts';
import { formatPrice } from '#domain/money.ts';
import type { Variant } from '#domain/product-traits.ts';
import { cx } from '../../ui/cx.ts';
import { controlClass } from '../../ui/field.tsx';
import { useWhenStill } from '../../ui/in-turn.tsx';

interface VariantSelectProps {
  group: ProductGroup;
  /** The variant shown; one that left the shop can be left, not chosen again. */
  chosen: Variant;
  onChange: (productId: number) => void;
  /** In a narrow card: every letter less that is cut counts, since names of variants differ at their end. */
  compact?: boolean;
  className?: string;
}

/**
 * Chooses among the variants of a card; there only when there is a choice (specification §2). While the list scrolls its
 * likeness stands there: of all in a card the control itself costs a browser most.
 */
export const VariantSelect = ({ group, chosen, onChange, compact, className }: VariantSelectProps) => {
  const { isDrawn, drawNow } = useWhenStill();
  const pricesDiffer = group.variants.some(({ finalPrice }) => finalPrice !== chosen.finalPrice);
  const isOffered = group.variants.some(({ id }) => id === chosen.id);
  const wordsOf = ({ name, finalPrice, quantity }: Variant) =>
    [name, pricesDiffer && formatPrice(finalPrice), quantity === 0 && 'Out of Stock'].filter(Boolean).join(' · ');
  const chosenWords = isOffered ? wordsOf(chosen) : `${chosen.name} · No longer available`;
  const look = cx(controlClass, 'truncate', compact ? 'pr-6! pl-2! text-xs!' : 'pr-8! text-sm!');
  return (
    <div className={cx('grid items-center *:col-start-1 *:row-start-1', className)}>
      {isDrawn ? (
        <select
          aria-label={`Variant of ${group.name}`}
          value={chosen.id}
          onChange={(event) => onChange(Number(event.target.value))}
          className={cx(look, 'appearance-none')}
        >
          {!isOffered && (
            <option value={chosen.id} disabled className="bg-surface text-text">
              {chosenWords}
            </option>
          )}
          {group.variants.map((variant) => (
            <option key={variant.id} value={variant.id} className="bg-surface text-text">
              {wordsOf(variant)}
            </option>
          ))}
        </select>
      ) : (
        <div onPointerDown={drawNow} className={cx(look, 'leading-10.5')}>
          {chosenWords}
        </div>
      )}
      <ChevronDown
        aria-hidden
        className={cx('pointer-events-none justify-self-end text-muted', compact ? 'mr-1.5 size-3.5' : 'mr-2.5 size-4')}
      />
    </div>
  );
};
