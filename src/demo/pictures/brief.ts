import type { Art } from './art.ts';
import { BRANDS, type BrandName, UNBRANDED } from './brands.ts';
import type { Print } from './pack-labels.ts';
import { TONES, type Tone } from './tones.ts';

/** What a picture shows, in the words of the catalogue. */
export interface PictureBrief {
  readonly brand: BrandName | null;
  /** Large on the label: strain, flavor or thing. */
  readonly title: string;
  /** Small on the label: make, size, strength. */
  readonly note: string;
  /** The color of what is inside. */
  readonly tone: Tone;
  /** The hue of the room: the category's, or the house's. */
  readonly hue: number;
}

/** Draws one thing standing on the floor in the middle of the canvas. */
export type Form = (art: Art, brief: PictureBrief) => string;

/** What stands on a brief's label. */
export const printOf = (brief: PictureBrief): Print => ({
  brand: brief.brand === null ? UNBRANDED : BRANDS[brief.brand],
  brandName: brief.brand ?? 'Small Batch',
  title: brief.title,
  note: brief.note,
  tone: TONES[brief.tone],
});

export const toneOf = (brief: PictureBrief): (typeof TONES)[Tone] => TONES[brief.tone];
