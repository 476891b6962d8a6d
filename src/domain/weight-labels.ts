import { foldName } from './typed-text.ts';

/** The weight labels that an admin can choose. The choice "none" is stored as null. */
export const WEIGHT_LABELS = [
  'Gram',
  'Two Grams',
  'Eighth',
  'Quarter',
  'Half Ounce',
  'Ounce',
  'Pound',
  '0.5g Cart',
  '1g Cart',
  '2g Cart',
  'Pre-Roll',
  '2-Pack',
  '5-Pack',
  '10-Pack',
  '100mg',
  '250mg',
  '500mg',
  '1000mg',
] as const;

export type WeightLabel = (typeof WEIGHT_LABELS)[number];

const byName = new Map<string, WeightLabel>(WEIGHT_LABELS.map((label) => [foldName(label), label]));

/** The option that a text means, whatever its case and letters. Null if it means none of them. */
export const meantWeightLabel = (text: string): WeightLabel | null => byName.get(foldName(text)) ?? null;

/** Returns whether a text is one of the options. */
export const isWeightLabel = (text: string | null): text is WeightLabel =>
  (WEIGHT_LABELS as readonly (string | null)[]).includes(text);
