import { useMemo } from 'react';
import { shortNames } from '#domain/variants.ts';
import { cx } from '../../ui/cx.ts';
import { chipPadding, fittingChips } from './fitting-chips.ts';
import { Marked } from './matches.tsx';
import { chipClass, type VariantChoiceProps, VariantSelect } from './variant-select.tsx';

/**
 * Chooses among the variants of a card by their short names. A chip with the number of those that do not fit, or with the
 * chosen one of them, opens a list of all.
 */
export const VariantChoice = (props: VariantChoiceProps) => {
  const { group, chosen, onChange, room, low } = props;
  const names = useMemo(() => shortNames(group.variants), [group.variants]);
  const place = group.variants.findIndex(({ id }) => id === chosen.id);
  if (place < 0) return <VariantSelect {...props} names={names} />;
  const shown = fittingChips(names, room, place);
  const hidden = names.length - shown.length;
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is laid out in another way */}
      <div role="group" aria-label={`Variant of ${group.name}`} className="flex min-w-0 gap-1.5">
        {shown.map((at) => {
          const { id, quantity } = group.variants[at]!;
          return (
            <button
              key={id}
              type="button"
              aria-pressed={id === chosen.id}
              style={{ paddingInline: `${chipPadding(room)}rem` }}
              onClick={() => onChange(id)}
              className={cx(
                chipClass(low),
                'min-w-0 aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:font-semibold',
                quantity === 0 && 'text-muted line-through',
              )}
            >
              <span className="line-clamp-2 leading-3.5 break-words">
                <Marked text={names[at]!} />
              </span>
              {quantity === 0 && <span className="sr-only">, Out of Stock</span>}
            </button>
          );
        })}
      </div>
      {hidden > 0 && <VariantSelect {...props} names={names} hidden={hidden} isChosen={!shown.includes(place)} />}
    </div>
  );
};
