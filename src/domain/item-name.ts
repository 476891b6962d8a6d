import { shownSize } from './facts.ts';
import { lineName } from './line-name.ts';

/** An item of the panel, as far as its name goes. */
interface NamedItem {
  name: string;
  size: string | null;
  weightLabel: string | null;
  /** Set if the weight label contradicts the item. */
  labelCheck: object | null;
}

/** Returns the name of an item as orders have it (behavior 6.3): with its size, so that two sizes can be told apart. */
export const itemName = ({ name, labelCheck, ...size }: NamedItem): string =>
  lineName({ productName: name, size: shownSize({ ...size, labelDoubtful: labelCheck !== null }) });
