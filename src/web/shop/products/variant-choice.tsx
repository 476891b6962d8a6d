import { useMemo } from 'react';
import { shortNames } from '#domain/variants.ts';
import { cx } from '../../ui/cx.ts';
import { fittingChips } from './fitting-chips.ts';
import { chipClass, type VariantChoiceProps, VariantSelect } from './variant-select.tsx';

/** More variants are in a select. */
const MOST_CHIPS = 4;

/**
 * Chooses among the variants of a card by their short names. Those that fit are chips, and a chip with their number
 * opens the others. If there are many, or no two fit, all are in a select.
 */
export const VariantChoice = (props: VariantChoiceProps) => {
  const { group, chosen, onChange, room, low } = props;
  const names = useMemo(() => shortNames(group.variants), [group.variants]);
  const place = group.variants.findIndex(({ id }) => id === chosen.id);
  const isFew = place >= 0 && names.length <= MOST_CHIPS;
  const shown = useMemo(() => (isFew ? fittingChips(names, place, room) : null), [isFew, names, place, room]);
  if (shown === null) return <VariantSelect {...props} names={names} />;
  const hidden = names.length - shown.length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not lay out its content in a line
    <div role="group" aria-label={`Variant of ${group.name}`} className="flex min-w-0 items-center gap-1.5">
      {shown.map((index) => {
        const { id, quantity } = group.variants[index]!;
        return (
          <button
            key={id}
            type="button"
            aria-pressed={id === chosen.id}
            onClick={() => onChange(id)}
            className={cx(
              chipClass(low),
              'min-w-0 truncate aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:font-semibold',
              quantity === 0 && 'text-muted line-through',
            )}
          >
            {names[index]}
            {quantity === 0 && <span className="sr-only">, Out of Stock</span>}
          </button>
        );
      })}
      {hidden > 0 && <VariantSelect {...props} names={names} hidden={hidden} />}
    </div>
  );
};
