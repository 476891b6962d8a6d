import { ChevronDown } from 'lucide-react';
import type { ProductGroup } from '#domain/grouping.ts';
import { formatPrice } from '#domain/money.ts';
import type { Variant } from '#domain/product-traits.ts';
import { cx } from '../../ui/cx.ts';
import { controlClass } from '../../ui/field.tsx';
import { useDeferred } from '../../ui/scheduler/deferred.tsx';
import { chipPadding } from './fitting-chips.ts';

export interface VariantChoiceProps {
  group: ProductGroup;
  /** The variant shown. If it left the shop, it cannot be chosen again. */
  chosen: Variant;
  onChange: (productId: number) => void;
  /** The width for it, in rem. */
  room: number;
  /** Less high, where a line above it needs the room. */
  low?: boolean | undefined;
}

interface VariantSelectProps extends VariantChoiceProps {
  /** The short names of the group's variants, in their order. */
  names: readonly string[];
  /** The number of variants that are no chips: it looks like a chip with this number. */
  hidden?: number;
  /** The chosen one is among these: its name is on the chip. */
  isChosen?: boolean;
}

/** A chip for one variant. The touch target is 44 px high. */
export const chipClass = (low?: boolean): string =>
  cx(
    'relative rounded-control border border-edge bg-well text-xs text-text hover:border-text',
    low
      ? 'h-8 pointer-coarse:after:absolute pointer-coarse:after:-inset-y-1.5 pointer-coarse:after:inset-x-0'
      : 'h-9 pointer-coarse:h-11',
  );

/**
 * Chooses among the variants of a card. While the list scrolls, a text that looks the same replaces it: of everything
 * in a card, a select takes a browser the longest to draw.
 */
export const VariantSelect = ({ group, names, chosen, onChange, room, low, hidden, isChosen }: VariantSelectProps) => {
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
  const more = `+${hidden} more of ${group.name}`;
  const classes = hidden
    ? 'absolute inset-0 border opacity-0'
    : cx(controlClass, 'truncate pr-6! pl-2! text-xs!', low ? 'h-8!' : 'h-11!');
  const choice = isDrawn ? (
    <select
      aria-label={!hidden ? `Variant of ${group.name}` : isChosen ? `${names[place]}, ${more}` : more}
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
    <div onPointerDown={drawNow} className={cx(classes, low ? 'leading-7.5' : 'leading-10.5')}>
      {chosenLabel}
    </div>
  );
  if (hidden) {
    return (
      <div
        style={{ paddingInline: `${chipPadding(room)}rem` }}
        className={cx(
          chipClass(low),
          'flex items-center justify-center focus-within:outline-2',
          isChosen ? 'min-w-0 border-accent bg-accent-wash font-semibold' : 'shrink-0',
        )}
      >
        <span aria-hidden className="line-clamp-2 leading-3.5 break-words">
          {isChosen ? names[place] : `+${hidden}`}
        </span>
        {isChosen && <ChevronDown aria-hidden className="absolute right-0 size-2.5 text-muted" />}
        {choice}
      </div>
    );
  }
  return (
    <div className="grid min-w-0 flex-1 items-center *:col-start-1 *:row-start-1">
      {choice}
      <ChevronDown aria-hidden className="pointer-events-none mr-1.5 size-3.5 justify-self-end text-muted" />
    </div>
  );
};
