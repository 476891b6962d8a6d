import type { Art } from './art.ts';
import { BRANDS, type BrandName, UNBRANDED } from './brands.ts';
import type { Print } from './pack-labels.ts';
import { TONES, type Tone } from './tones.ts';

/** The content of a picture, in the words of the catalogue. */
export interface PictureBrief {
  readonly brand: BrandName | null;
  /** Large print on the label: strain, flavor or product. */
  readonly title: string;
  /** Small print on the label: kind, size, strength. */
  readonly note: string;
  /** The color of the content. */
  readonly tone: Tone;
  /** How large the pack is drawn, if the product comes in several weights. 1 is usual. */
  readonly size?: number;
  /** The hue of the room in degrees: the category's, or that of In-House. */
  readonly hue: number;
}

/** Draws one thing on the floor in the middle of the canvas. Returns SVG elements. */
export type Form = (art: Art, brief: PictureBrief) => string;

/** The print on the label. */
export const printOf = (brief: PictureBrief): Print => ({
  brand: brief.brand === null ? UNBRANDED : BRANDS[brief.brand],
  brandName: brief.brand ?? 'Small Batch',
  title: brief.title,
  note: brief.note,
  tone: TONES[brief.tone],
});

export const toneOf = (brief: PictureBrief): (typeof TONES)[Tone] => TONES[brief.tone];
