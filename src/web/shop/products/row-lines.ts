import type { ListGroup } from './list-groups.ts';
import type { ListMeasures } from './list-measures.ts';
import { textOf } from './product-facts.tsx';
import { cheaperTiers } from './tier-prices.tsx';

/** In rem, rather too wide than too narrow: measuring the texts would lay out every card twice. */
const LETTER = { compact: { name: 0.5, text: 0.41 }, roomy: { name: 0.57, text: 0.47 } };
const MOST_LINES = 5;

/** How many lines the longest text of a row of cards has: name, facts, tier and description. The pictures have the rest. */
export const linesOfRow = (
  groups: readonly ListGroup[],
  row: number,
  { columns, compact, choiceRoom }: ListMeasures,
): number => {
  const { name, text } = LETTER[compact ? 'compact' : 'roomy'];
  const lines = groups.slice(row * columns, (row + 1) * columns).map((group) => {
    const longest = Math.max(
      ...group.variants.map((variant) => textOf(group, variant.product, `${group.name} ${variant.name}`).length),
    );
    const hasTier = group.variants.some(({ product }) => cheaperTiers(product).length > 0);
    const namedIn = Math.min(2, Math.ceil((group.name.length * name) / choiceRoom));
    return namedIn + 1 + Number(hasTier) + Math.ceil((longest * text) / choiceRoom);
  });
  return Math.min(MOST_LINES, Math.max(...lines));
};
