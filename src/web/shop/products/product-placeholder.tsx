import { cx } from '../../ui/cx.ts';
import type { ListGroup } from './list-groups.ts';
import { hueOf } from './product-facts.tsx';

/*
 * Placeholders of products that a slow device has not drawn yet. They show where one is in a list that is flung past.
 * They have few elements, with every text where the card or the row will have it.
 */

interface PlaceholderProps {
  group: ListGroup;
  compact: boolean;
}

/** The upper corners of a card's picture. */
export const PICTURE_CORNERS = 'rounded-t-[calc(var(--radius-card)-1px)]';

/** The classes of a card's name, which has two lines. */
export const cardTitle = (compact: boolean): string =>
  cx('line-clamp-2 text-wrap leading-5 font-semibold text-text', compact ? 'text-sm leading-4.5!' : 'text-base');

export const CardPlaceholder = ({ group, compact }: PlaceholderProps) => (
  <div data-hue={hueOf(group.variants[0].product)} className="h-full rounded-card border border-line bg-surface">
    <div className={cx(PICTURE_CORNERS, 'aspect-4/3 picture-ground')} />
    <p className={cx(cardTitle(compact), compact ? 'mx-2 mt-2' : 'mx-3.5 mt-3.5')}>{group.name}</p>
  </div>
);

export const RowPlaceholder = ({ group, compact }: PlaceholderProps) => (
  <div className={cx('h-full border-b border-line', compact ? 'py-1 pl-22.5' : 'flex items-center pl-18')}>
    <p className="truncate font-semibold text-text">{group.name}</p>
  </div>
);
