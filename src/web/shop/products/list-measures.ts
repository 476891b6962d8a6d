import type { Layout } from '../view/shop-view.ts';

/*
 * All rows of the list have one height, computed from the width. So rows outside the view need no measuring, and
 * nothing shifts when they are drawn. Longer text is truncated and shown in full in the details
 * (docs/decisions/0012-rows-of-one-height.md).
 */

export interface ListMeasures {
  /** Cards or rows. With very large text even the list has cards, because a row has no room for its parts. */
  look: Layout;
  columns: number;
  /** In pixels. */
  cardWidth: number;
  /** In pixels, without the gap. */
  rowHeight: number;
  /** The space between rows and columns in pixels. */
  gap: number;
  /** Narrow cards with smaller text. */
  compact: boolean;
  /** The width for the choice among variants, in rem. */
  choiceRoom: number;
}

/* All in rem. Below ROOMY_FROM, two narrow cards fit next to each other on a phone from 320 px on. */
const ROOMY_FROM = 40;
const NARROW_CARD = 8.5;
const ROOMY_CARD = 16.5;
/** The height of the text below the picture. */
const NARROW_TEXT_HEIGHT = 15.875;
const ROOMY_TEXT_HEIGHT = 14.75;
/** The padding and the borders of a card, both sides together. */
const NARROW_FRAME = 1.125;
const ROOMY_FRAME = 1.875;
const NARROW_GAP = 0.75;
const ROOMY_GAP = 1;

/** The height of a picture divided by its width. */
export const PICTURE_RATIO = 3 / 4;

/** The grid for a width. `width` and `rem` are in pixels. */
export const gridMeasures = (width: number, rem: number): ListMeasures => {
  const compact = width < ROOMY_FROM * rem;
  const gap = (compact ? NARROW_GAP : ROOMY_GAP) * rem;
  const minWidth = (compact ? NARROW_CARD : ROOMY_CARD) * rem;
  const columns = Math.max(1, Math.floor((width + gap) / (minWidth + gap)));
  const cardWidth = (width - gap * (columns - 1)) / columns;
  const textHeight = (compact ? NARROW_TEXT_HEIGHT : ROOMY_TEXT_HEIGHT) * rem;
  const rowHeight = Math.ceil(cardWidth * PICTURE_RATIO + textHeight);
  const choiceRoom = cardWidth / rem - (compact ? NARROW_FRAME : ROOMY_FRAME);
  return { look: 'grid', columns, cardWidth, gap, compact, rowHeight, choiceRoom };
};

/** The measures of a layout for a width in pixels. */
export const measuresFor = (layout: Layout, width: number): ListMeasures => {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return layout === 'grid' ? gridMeasures(width, rem) : listMeasures(width, rem);
};

/** In rem. Wider rows have one line, narrower ones a picture with three short ones, and below ROW_FROM there are none. */
const ONE_LINE_FROM = 66;
const ROW_FROM = 16;
const ONE_LINE_HEIGHT = 4.5;
const STACKED_HEIGHT = 6;
/** The height of a stacked row without the choice: the picture, the button and the gaps. */
const STACKED_FRAME = 8.375;
/** The column of the choice in a row of one line (product-row.tsx). */
const CHOICE_COLUMN = 12.5;

/** The list for a width. `width` and `rem` are in pixels. */
export const listMeasures = (width: number, rem: number): ListMeasures => {
  if (width < ROW_FROM * rem) return gridMeasures(width, rem);
  const compact = width < ONE_LINE_FROM * rem;
  return {
    look: 'list',
    columns: 1,
    cardWidth: width,
    gap: 0,
    compact,
    rowHeight: (compact ? STACKED_HEIGHT : ONE_LINE_HEIGHT) * rem,
    choiceRoom: compact ? width / rem - STACKED_FRAME : CHOICE_COLUMN,
  };
};
