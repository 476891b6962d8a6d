import type { Layout } from '../view/shop-view.ts';

/*
 * Every row of the list has one height, worked out from the width it has: rows that are not on the page need no
 * measuring, and nothing shifts when they come. Text that could be longer is cut to its lines and stands whole in the
 * details.
 */

export interface ListMeasures {
  columns: number;
  /** Width of one card in pixels. */
  cardWidth: number;
  /** Pixels, gap not included. */
  rowHeight: number;
  /** Pixels between rows and columns. */
  gap: number;
  /** Cards so narrow that texts are smaller. */
  compact: boolean;
}

/** Rem. Below, two narrow cards stand side by side on most phones; above, cards are roomy. */
const ROOMY_FROM = 40;
const NARROW_CARD = 9.75;
const ROOMY_CARD = 16.5;
/** What stands under the picture. */
const NARROW_TEXT_HEIGHT = 15.25;
const ROOMY_TEXT_HEIGHT = 13.75;
const NARROW_GAP = 0.75;
const ROOMY_GAP = 1;

/** Height to width of a picture. */
export const PICTURE_RATIO = 3 / 4;

/** The grid in so much width, with the size of a rem as this reader has it. */
export const gridMeasures = (width: number, rem: number): ListMeasures => {
  const compact = width < ROOMY_FROM * rem;
  const gap = (compact ? NARROW_GAP : ROOMY_GAP) * rem;
  const least = (compact ? NARROW_CARD : ROOMY_CARD) * rem;
  const columns = Math.max(1, Math.floor((width + gap) / (least + gap)));
  const cardWidth = (width - gap * (columns - 1)) / columns;
  const textHeight = (compact ? NARROW_TEXT_HEIGHT : ROOMY_TEXT_HEIGHT) * rem;
  return { columns, cardWidth, gap, compact, rowHeight: Math.ceil(cardWidth * PICTURE_RATIO + textHeight) };
};

/** The measures of either layout in so much width, with this reader's size of a rem. */
export const measuresFor = (layout: Layout, width: number): ListMeasures => {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return layout === 'grid' ? gridMeasures(width, rem) : listMeasures(width, rem);
};

/** Rem. One line from this width on; below, a picture with four short lines. */
const ONE_LINE_FROM = 60;
const ONE_LINE_HEIGHT = 4.5;
const STACKED_HEIGHT = 8.75;

/** The list in so much width: rows for people who know what they want. */
export const listMeasures = (width: number, rem: number): ListMeasures => {
  const compact = width < ONE_LINE_FROM * rem;
  return {
    columns: 1,
    cardWidth: width,
    gap: 0,
    compact,
    rowHeight: (compact ? STACKED_HEIGHT : ONE_LINE_HEIGHT) * rem,
  };
};
