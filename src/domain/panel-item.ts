import { shownSize } from './facts.ts';
import { lineName } from './line-name.ts';
import { onceEach } from './once-each.ts';
import type { SearchRule } from './search-results.ts';
import { readSearchText } from './search-text.ts';

/** An item as the panel's list has it. */
interface PanelItem {
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
export const ITEM_SEARCH: SearchRule<PanelItem> = {
  textOf: onceEach(({ name, description, brand, category, weightLabel, externalId, id }) =>
    [name, description, brand, category, weightLabel, externalId, id].join('\n').toLowerCase(),
  ),
  wordsOf: onceEach(({ category, labelCheck, ...item }) =>
    readSearchText({ ...item, categories: category ? [category] : [], isLabelDoubtful: labelCheck !== null }),
  ),
};

/** Reads items in advance, so that the first letter does not wait. */
export const prepareItemSearch = (items: readonly PanelItem[]): void => {
  for (const item of items) {
    ITEM_SEARCH.textOf(item);
    ITEM_SEARCH.wordsOf(item);
  }
};

type NamedItem = Pick<PanelItem, 'name' | 'size' | 'weightLabel' | 'labelCheck'>;

/** Returns the name of an item as orders have it (behavior 6.3): with its size, so that two sizes can be told apart. */
export const itemName = ({ name, labelCheck, ...size }: NamedItem): string =>
  lineName({ productName: name, size: shownSize({ ...size, labelDoubtful: labelCheck !== null }) });
