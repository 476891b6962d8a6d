import { LABEL_CLAIMS, type LabelClaim } from './label-check.ts';
import { measuresOf, readMeasures } from './measures.ts';
import { toCents } from './money.ts';
import type { Product } from './product.ts';
import { isWeightLabel } from './weight-labels.ts';

/** What a unit price is for. A single milligram costs fractions of a cent: doses are compared by ten. */
export type PriceUnit = 'piece' | 'g' | '10mg';

export interface UnitPrice {
  amountCents: number;
  unit: PriceUnit;
}

/**
 * What one piece, gram or ten milligrams of a product cost, to the cent, so that members can compare sizes. Null where
 * none is known for certain: a doubtful label counts for nothing, and a dose in a name may be that of one piece or of
 * all, so only size and label count for it.
 */
export const pricePerUnit = (
  product: Pick<Product, 'name' | 'tags' | 'size' | 'weightLabel' | 'labelDoubtful' | 'finalPrice'>,
): UnitPrice | null => {
  const cents = toCents(product.finalPrice);
  if (cents === null) return null;
  const size = readMeasures(product.size ?? '');
  const label = trustedClaim(product);
  const per = (unit: PriceUnit, count: number): UnitPrice => ({ amountCents: Math.round(cents / count), unit });

  const pieces = only(measuresOf(product).pieces) ?? label.pieces ?? 1;
  if (pieces > 1) return per('piece', pieces);
  const grams = only(size.grams) ?? label.grams;
  if (grams !== undefined) return per('g', grams);
  const milligrams = only(size.milligrams) ?? label.milligrams;
  return milligrams === undefined ? null : per('10mg', milligrams / 10);
};

const trustedClaim = ({ weightLabel, labelDoubtful }: Pick<Product, 'weightLabel' | 'labelDoubtful'>): LabelClaim =>
  weightLabel !== null && !labelDoubtful && isWeightLabel(weightLabel) ? LABEL_CLAIMS[weightLabel] : {};

/** The value where there is exactly one. */
const only = ([value, ...others]: number[]): number | undefined => (others.length === 0 ? value : undefined);
