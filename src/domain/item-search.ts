import { onceEach } from './once-each.ts';
import type { SearchRule } from './search-results.ts';
import { readSearchText } from './search-text.ts';

/** An item as the panel's list has it. */
interface SearchedItem {
  id: number;
  externalId: string;
  name: string;
  description: string | null;
  brand: string | null;
  category: string | null;
  size: string | null;
  weightLabel: string | null;
  tags: readonly string[];
  /** Set if the label is doubtful. */
  labelCheck: object | null;
}

/** How the panel searches items: its specified rule also looks in category, label and both ids (behavior 10.4). */
export const ITEM_SEARCH: SearchRule<SearchedItem> = {
  textOf: onceEach(({ name, description, brand, category, weightLabel, externalId, id }) =>
    [name, description, brand, category, weightLabel, externalId, id].join('\n').toLowerCase(),
  ),
  wordsOf: onceEach(({ category, labelCheck, ...item }) =>
    readSearchText({ ...item, categories: category ? [category] : [], isLabelDoubtful: labelCheck !== null }),
  ),
};

/** Reads items in advance, so that the first letter does not wait. */
export const prepareItemSearch = (items: readonly SearchedItem[]): void => {
  for (const item of items) {
    ITEM_SEARCH.textOf(item);
    ITEM_SEARCH.wordsOf(item);
  }
};
