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

/** Chooses among the variants of a card; there only when there is a choice (specification §2). */
export function VariantSelect({ group, chosen, onChange, compact, className }: VariantSelectProps) {
  const { isDrawn, drawNow } = useWhenStill();
  const prices = new Set(group.variants.map(({ finalPrice }) => finalPrice));
  return (
    <div className={cx('relative', className)}>
      <select
        aria-label={`Variant of ${group.name}`}
        value={chosen.id}
        onChange={(event) => onChange(Number(event.target.value))}
        onFocus={drawNow}
        onPointerDown={drawNow}
        className={cx(controlClass, 'appearance-none truncate', compact ? 'pr-6! pl-2! text-xs!' : 'pr-8! text-sm!')}
      >
        {group.variants.every(({ id }) => id !== chosen.id) && (
          <option value={chosen.id} disabled className="bg-surface text-text">
            {chosen.name} · No longer available
          </option>
        )}
        {(isDrawn ? group.variants : group.variants.filter(({ id }) => id === chosen.id)).map((variant) => (
          <option key={variant.id} value={variant.id} className="bg-surface text-text">
            {variant.name}
            {prices.size > 1 && ` · ${formatPrice(variant.finalPrice)}`}
            {variant.quantity === 0 && ' · Out of Stock'}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className={cx(
          'pointer-events-none absolute top-1/2 -translate-y-1/2 text-muted',
          compact ? 'right-1.5 size-3.5' : 'right-2.5 size-4',
        )}
      />
    </div>
  );
}
