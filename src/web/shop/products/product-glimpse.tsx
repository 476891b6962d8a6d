import { cx } from '../../ui/cx.ts';
import { hueOf } from './product-facts.tsx';
import type { ShownGroup } from './steady-groups.ts';

interface GlimpseProps {
  group: ShownGroup;
  compact: boolean;
}

/** The box of a card's picture. */
export const CARD_PICTURE = 'aspect-4/3 rounded-t-[calc(var(--radius-card)-1px)]';

/** A card's name: two lines. */
export const cardTitle = (compact: boolean): string =>
  cx('line-clamp-2 text-wrap leading-5 font-semibold text-text', compact ? 'text-sm' : 'text-base');

/*
 * What stands for a product on a slow device until it can be drawn: enough to know, flinging through a long list, where
 * in it one is. Few elements, and every letter where the card or the row will have it.
 */

export const CardGlimpse = ({ group, compact }: GlimpseProps) => (
  <div data-hue={hueOf(group.variants[0].product)} className="h-full rounded-card border border-line bg-surface">
    <div className={cx(CARD_PICTURE, 'picture-ground')} />
    <p className={cx(cardTitle(compact), compact ? 'mx-2.5 mt-2.5' : 'mx-3.5 mt-3.5')}>{group.name}</p>
  </div>
);

export const RowGlimpse = ({ group, compact }: GlimpseProps) => (
  <div className={cx('h-full border-b border-line', compact ? 'py-2.5 pl-23' : 'flex items-center pl-18')}>
    <p className="truncate font-semibold text-text">{group.name}</p>
  </div>
);
