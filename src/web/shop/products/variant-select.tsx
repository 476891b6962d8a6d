import { ChevronDown } from 'lucide-react';
import type { ProductGroup } from '#domain/grouping.ts';
import { formatPrice } from '#domain/money.ts';
import type { Variant } from '#domain/product-traits.ts';
import { cx } from '../../ui/cx.ts';
import { controlClass } from '../../ui/field.tsx';
import { useDeferred } from '../../ui/scheduler/deferred.tsx';

interface VariantSelectProps {
  group: ProductGroup;
  /** The variant shown. If it left the shop, it cannot be chosen again. */
  chosen: Variant;
  /** The short names of the group's variants, in their order. */
  names: readonly string[];
  onChange: (productId: number) => void;
  /** In a narrow card, with less padding: names of variants differ at their end, which must not be truncated. */
  compact?: boolean;
  className?: string;
}

/**
 * Chooses among the variants of a card. While the list scrolls, a text that looks the same replaces it: of everything
 * in a card, a select takes a browser the longest to draw.
 */
export const VariantSelect = ({ group, names, chosen, onChange, compact, className }: VariantSelectProps) => {
  const { isDrawn, drawNow } = useDeferred('detail');
  const pricesDiffer = group.variants.some(({ finalPrice }) => finalPrice !== chosen.finalPrice);
  const isOffered = group.variants.some(({ id }) => id === chosen.id);
  const labels = group.variants.map(({ id, finalPrice, quantity }, index) =>
    // The card shows the price of the chosen one.
    [names[index], pricesDiffer && id !== chosen.id && formatPrice(finalPrice), quantity === 0 && 'Out of Stock']
      .filter(Boolean)
      .join(' · '),
  );
  const place = group.variants.findIndex(({ id }) => id === chosen.id);
  const chosenLabel = isOffered ? labels[place] : `${chosen.name} · No longer available`;
  const classes = cx(controlClass, 'truncate', compact ? 'pr-6! pl-2! text-xs!' : 'pr-8! text-sm!');
  return (
    <div className={cx('grid items-center *:col-start-1 *:row-start-1', className)}>
      {isDrawn ? (
        <select
          aria-label={`Variant of ${group.name}`}
          value={chosen.id}
          onChange={(event) => onChange(Number(event.target.value))}
          className={cx(classes, 'appearance-none')}
        >
          {!isOffered && (
            <option value={chosen.id} disabled className="bg-surface text-text">
              {chosenLabel}
            </option>
          )}
          {group.variants.map(({ id }, index) => (
            <option key={id} value={id} className="bg-surface text-text">
              {labels[index]}
            </option>
          ))}
        </select>
      ) : (
        <div onPointerDown={drawNow} className={cx(classes, 'leading-10.5')}>
          {chosenLabel}
        </div>
      )}
      <ChevronDown
        aria-hidden
        className={cx('pointer-events-none justify-self-end text-muted', compact ? 'mr-1.5 size-3.5' : 'mr-2.5 size-4')}
      />
    </div>
  );
};
