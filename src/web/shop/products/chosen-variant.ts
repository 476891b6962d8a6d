import { useState } from 'react';
import type { Variant } from '#domain/product-traits.ts';
import { type Placing, preselectedVariant } from '#domain/sorting.ts';
import type { ListGroup } from './list-groups.ts';

/** The chosen variant of each group in one list, by group id. A new list starts without choices. */
export type Choices = Map<string, Variant>;

/** Removes choices that the filters removed from their group. The group then shows its first match. */
export const dropFilteredChoices = (choices: Choices, groups: readonly ListGroup[]): void => {
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
 * The variant that a card shows (behavior 5.9). Once shown it stays, even if it sells out, leaves the shop or is
 * scrolled out of view: a card must not become another product under a finger.
 */
export const chosenVariant = (group: ListGroup, placing: Placing, choices: Choices): ChosenVariant => {
  const last = choices.get(group.id);
  const current = last ? group.variants.find(({ id }) => id === last.id) : preselectedVariant(group, placing);
  if (current) choices.set(group.id, current);
  const variant = current ?? last ?? group.variants[0];
  return { variant, isGone: group.isGone || !current };
};

export const useChosenVariant = (
  group: ListGroup,
  placing: Placing,
  choices: Choices,
): ChosenVariant & { choose: (productId: number) => void } => {
  const [, redraw] = useState(0);
  const choose = (productId: number) => {
    const variant = group.variants.find(({ id }) => id === productId);
    if (variant) choices.set(group.id, variant);
    redraw((count) => count + 1);
  };
  return { ...chosenVariant(group, placing, choices), choose };
};
