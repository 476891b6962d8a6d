import { useMemo } from 'react';
import type { ProductGroup } from '#domain/grouping.ts';
import type { Variant } from '#domain/product-traits.ts';
import { shortNames } from '#domain/variants.ts';
import { cx } from '../../ui/cx.ts';
import { VariantSelect } from './variant-select.tsx';

interface VariantChoiceProps {
  group: ProductGroup;
  /** The variant shown. If it left the shop, it cannot be chosen again. */
  chosen: Variant;
  onChange: (productId: number) => void;
  /** In a narrow card, with less padding. */
  compact?: boolean;
  className?: string;
}

/** More variants are in a select. */
const MOST_CHIPS = 4;

/** Chooses among the variants of a card by their short names: as chips, or in a select if there are many. */
export const VariantChoice = (props: VariantChoiceProps) => {
  const { group, chosen } = props;
  const names = useMemo(() => shortNames(group.variants), [group.variants]);
  const isOffered = group.variants.some(({ id }) => id === chosen.id);
  if (!isOffered || group.variants.length > MOST_CHIPS) return <VariantSelect {...props} names={names} />;
  return <VariantChips {...props} names={names} />;
};

const VariantChips = ({
  group,
  names,
  chosen,
  onChange,
  compact,
  className,
}: VariantChoiceProps & { names: string[] }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll in one line
  <div
    role="group"
    aria-label={`Variant of ${group.name}`}
    className={cx('no-scrollbar flex gap-1.5 overflow-x-auto overscroll-x-contain', className)}
  >
    {group.variants.map(({ id, quantity }, index) => (
      <button
        key={id}
        type="button"
        aria-pressed={id === chosen.id}
        onClick={() => onChange(id)}
        className={cx(
          'h-9 max-w-full shrink-0 truncate rounded-control border border-edge bg-well text-text hover:border-text pointer-coarse:h-11',
          'aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:font-semibold',
          compact ? 'px-2.5 text-xs' : 'px-3 text-sm',
          quantity === 0 && 'text-muted line-through',
        )}
      >
        {names[index]}
        {quantity === 0 && <span className="sr-only">, Out of Stock</span>}
      </button>
    ))}
  </div>
);
