import { useState } from 'react';
import { type PriceSort, preselectedVariant } from '#domain/grouping.ts';
import type { Variant } from '#domain/product-traits.ts';
import type { ShownGroup } from './steady-groups.ts';

/** The variant chosen in each group of one list, as last seen; forgotten with the list. */
export type Choices = Map<string, Variant>;

/** Forgets choices that the filters took out of their group: there the first one that matches is put forward. */
export const forgetImpossible = (choices: Choices, groups: readonly ShownGroup[]): void => {
  if (choices.size === 0) return;
  for (const { id, members } of groups) {
    const chosen = choices.get(id);
    if (chosen && members.every(({ variant }) => variant.id !== chosen.id)) choices.delete(id);
  }
};

export interface ChosenVariant {
  variant: Variant;
  /** It left the shop while it was shown. */
  isGone: boolean;
}

/**
 * The variant a card shows. Once shown it stays, whatever the stock does meanwhile, however often the card is scrolled
 * away, and even when it leaves the shop: under a finger nothing becomes another product but by choosing.
 */
export const chosenVariant = (group: ShownGroup, sort: PriceSort, choices: Choices): ChosenVariant => {
  const last = choices.get(group.id);
  const now = last ? group.variants.find(({ id }) => id === last.id) : preselectedVariant(group, sort);
  if (now) choices.set(group.id, now);
  const variant = now ?? last ?? group.variants[0];
  return { variant, isGone: group.isGone || !now };
};

export const useChosenVariant = (
  group: ShownGroup,
  sort: PriceSort,
  choices: Choices,
): ChosenVariant & { choose: (productId: number) => void } => {
  const [, redraw] = useState(0);
  const choose = (productId: number) => {
    const variant = group.variants.find(({ id }) => id === productId);
    if (variant) choices.set(group.id, variant);
    redraw((times) => times + 1);
  };
  return { ...chosenVariant(group, sort, choices), choose };
};
