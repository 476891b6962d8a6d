import { useState } from 'react';
import { type PriceSort, preselectedVariant } from '#domain/grouping.ts';
import type { Variant } from '#domain/product-traits.ts';
import type { ShownGroup } from './steady-groups.ts';

/** The product chosen in each group of one list, by the group's first place in it; forgotten with the list. */
export type Choices = Map<string, number>;

/**
 * The variant a card shows. Once shown it stays, whatever the stock does meanwhile and however often the card is
 * scrolled away: nothing changes under a finger but by choosing.
 */
export function useChosenVariant(
  group: ShownGroup,
  sort: PriceSort,
  choices: Choices,
): [Variant, (id: number) => void] {
  const [, redraw] = useState(0);
  let chosen = group.variants.find(({ id }) => id === choices.get(group.id));
  if (!chosen) {
    chosen = preselectedVariant(group, sort);
    choices.set(group.id, chosen.id);
  }
  const choose = (id: number) => {
    choices.set(group.id, id);
    redraw((times) => times + 1);
  };
  return [chosen, choose];
}
