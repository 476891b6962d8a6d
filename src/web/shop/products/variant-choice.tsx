import { useEffect, useMemo, useRef } from 'react';
import { shortNames } from '#domain/variants.ts';
import { cx } from '../../ui/cx.ts';
import { hiddenChips } from './fitting-chips.ts';
import { chipClass, type VariantChoiceProps, VariantSelect } from './variant-select.tsx';

/** More variants are in a select. */
const MOST_CHIPS = 4;

/**
 * Chooses among the variants of a card by their short names: as chips, or in a select if there are many. Chips that do not
 * fit fade at the edge, where they can be scrolled to, and a chip with their number opens a list of all.
 */
export const VariantChoice = (props: VariantChoiceProps) => {
  const { group, chosen, onChange, room, low } = props;
  const names = useMemo(() => shortNames(group.variants), [group.variants]);
  const isOffered = group.variants.some(({ id }) => id === chosen.id);
  const hidden = useMemo(() => hiddenChips(names, room), [names, room]);
  const line = useChosenInSight(chosen.id);
  if (!isOffered || names.length > MOST_CHIPS) return <VariantSelect {...props} names={names} />;
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll in one line */}
      <div
        ref={line}
        role="group"
        aria-label={`Variant of ${group.name}`}
        className={cx(
          'no-scrollbar relative flex min-w-0 gap-1.5 overflow-x-auto overscroll-x-contain',
          // The touch target of a low chip is higher than the chip.
          low && '-my-1.5 py-1.5',
          hidden > 0 && 'flex-1 pr-6 mask-r-from-[calc(100%-1.5rem)]',
        )}
      >
        {group.variants.map(({ id, quantity }, index) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === chosen.id}
            onClick={() => onChange(id)}
            className={cx(
              chipClass(low),
              'shrink-0 whitespace-nowrap aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:font-semibold',
              quantity === 0 && 'text-muted line-through',
            )}
          >
            {names[index]}
            {quantity === 0 && <span className="sr-only">, Out of Stock</span>}
          </button>
        ))}
      </div>
      {hidden > 0 && <VariantSelect {...props} names={names} hidden={hidden} />}
    </div>
  );
};

/** Scrolls a line of chips to the chosen one when another is chosen, by whatever control. */
const useChosenInSight = (chosenId: number) => {
  const line = useRef<HTMLDivElement>(null);
  const shown = useRef(chosenId);
  useEffect(() => {
    if (shown.current === chosenId) return;
    shown.current = chosenId;
    const chip = line.current?.querySelector<HTMLElement>('[aria-pressed=true]');
    if (chip) line.current?.scrollTo({ left: chip.offsetLeft - (line.current.clientWidth - chip.offsetWidth) / 2 });
  }, [chosenId]);
  return line;
};
