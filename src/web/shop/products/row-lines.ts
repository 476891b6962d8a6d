import { type Placing, preselectedVariant } from '#domain/sorting.ts';
import type { ListGroup } from './list-groups.ts';
import type { ListMeasures } from './list-measures.ts';
import { hasFactsLine, textOf } from './product-facts.tsx';
import { cheaperTiers } from './tier-prices.tsx';

const MOST_LINES = 5;
const MOST_NAME_LINES = 2;
/** So many lines of text fit in the place of a choice. */
export const LINES_OF_CHOICE = 2;

/** What the cards of a row have in common, so that their pictures are of one height. */
export interface RowShape {
  /** The lines of the longest text: name, facts, tier and description. The pictures have the rest. */
  lines: number;
  /** One of them has a choice among variants. The others have more lines of text in its place. */
  hasChoice: boolean;
}

/** The width of a text in rem. */
export type TextWidth = (text: string, look: 'name' | 'text', compact: boolean) => number;

/** Returns the shape of a row of cards. A variant with a longer description than the preselected one has its room. */
export const shapeOfRow = (
  groups: readonly ListGroup[],
  row: number,
  placing: Placing,
  { columns, compact, choiceRoom }: ListMeasures,
  widthOf: TextWidth = measuredWidth,
): RowShape => {
  const inRow = groups.slice(row * columns, (row + 1) * columns);
  const hasChoice = inRow.some(({ variants }) => variants.length > 1);
  const linesOf = (text: string, look: 'name' | 'text', most: number) => {
    const space = widthOf(' ', look, compact);
    let lines = 0;
    let room = 0;
    for (const word of text.split(' ')) {
      if (word === '') continue;
      const width = widthOf(word, look, compact);
      if (width > room) {
        // A word that is longer than a line is broken.
        lines += Math.max(1, Math.ceil(width / choiceRoom));
        room = choiceRoom;
        if (lines >= most) return most;
      }
      room -= width + space;
    }
    return lines;
  };
  const lines = inRow.flatMap((group) => {
    const named = linesOf(group.name, 'name', MOST_NAME_LINES);
    const spare = hasChoice && group.variants.length === 1 ? LINES_OF_CHOICE : 0;
    const shown = preselectedVariant(group, placing);
    const text = textOf({ group, product: shown.product, cardText: `${group.name} ${shown.name}` });
    const described = linesOf(text, 'text', MOST_LINES);
    return group.variants.map(({ name, product }) => {
      const facts = Number(!compact || hasFactsLine(product, `${group.name} ${name}`));
      return named + facts + Math.min(1, cheaperTiers(product).length) + described - spare;
    });
  });
  return { lines: Math.min(MOST_LINES, Math.max(...lines)), hasChoice };
};

/** In pixels, as in the cards. */
const FONTS = {
  name: { true: '600 14px', false: '600 16px' },
  text: { true: '400 12px', false: '400 14px' },
};
const REM = 16;

interface Pen {
  context: CanvasRenderingContext2D;
  widths: Map<string, number>;
}

const pens = new Map<string, Pen>();

const newPen = (font: string): Pen => {
  const context = document.createElement('canvas').getContext('2d')!;
  context.font = `${font} ${getComputedStyle(document.body).fontFamily}`;
  return { context, widths: new Map() };
};

/** Measures on a canvas, because measuring on the page would lay out every card twice. */
const measuredWidth: TextWidth = (text, look, compact) => {
  const font = FONTS[look][`${compact}`];
  const pen = pens.get(font) ?? newPen(font);
  pens.set(font, pen);
  const width = pen.widths.get(text) ?? pen.context.measureText(text).width / REM;
  pen.widths.set(text, width);
  return width;
};
