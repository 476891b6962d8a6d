import type { ListGroup } from './list-groups.ts';
import type { ListMeasures } from './list-measures.ts';
import { textOf } from './product-facts.tsx';
import { cheaperTiers } from './tier-prices.tsx';

/** In rem, rather too wide than too narrow: measuring the texts would lay out every card twice. */
const NARROW_LETTER = 0.41;
const ROOMY_LETTER = 0.47;
/** A name is larger and bold. */
const BOLD = 1.22;
const MOST_LINES = 5;

/** How many lines the longest text of a row of cards has: name, facts, tier and description. The pictures have the rest. */
export const linesOfRow = (
  groups: readonly ListGroup[],
  row: number,
  { columns, compact, choiceRoom }: ListMeasures,
): number => {
  const letter = compact ? NARROW_LETTER : ROOMY_LETTER;
  const lines = groups.slice(row * columns, (row + 1) * columns).flatMap((group) => {
    const named = Math.min(2, Math.ceil((group.name.length * letter * BOLD) / choiceRoom));
    return group.variants.map(({ name, product }) => {
      const cardText = `${group.name} ${name}`;
      const text = textOf(group, product, cardText);
      return named + 1 + Math.min(1, cheaperTiers(product).length) + Math.ceil((text.length * letter) / choiceRoom);
    });
  });
  return Math.min(MOST_LINES, Math.max(...lines));
};
