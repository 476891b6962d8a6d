import { factsOf } from '#domain/facts.ts';
import type { Product } from '#domain/product.ts';
import { isReplica } from '#domain/tags.ts';
import { Badge } from '../../ui/badge.tsx';
import { hueOf } from './product-facts.tsx';
import { cheaperTiers, tierText } from './tier-prices.tsx';

/* What only the details say: the list does not load it. */

/** A weight label that is not the size among the facts. A doubtful one is not shown (behavior 4.7). */
export const WeightBadge = ({ product }: { product: Product }) => {
  if (product.labelDoubtful) {
    return <Badge tone="warning">weight being confirmed</Badge>;
  }
  const text = product.weightLabel;
  if (!text || text === factsOf(product).size) return null;
  return <Badge hue={hueOf(product)}>{text}</Badge>;
};

export const ReplicaBadge = ({ product }: { product: Product }) =>
  isReplica(product.tags) ? <Badge tone="notice">Replica</Badge> : null;

/** The heading of a choice among variants: what all of them differ in, if that is clear. */
export const choiceLabel = (products: readonly Product[]): 'Size' | 'Strain' | 'Flavor' | 'Options' => {
  const areDistinct = (values: (string | null)[]) => !values.includes(null) && new Set(values).size === values.length;
  const sizes = products.map(({ size, weightLabel }) => size ?? weightLabel);
  const differInSize = areDistinct(sizes);
  const differInStrain = areDistinct(products.map((product) => factsOf(product).strain));
  if (differInSize && !differInStrain) return 'Size';
  if (differInStrain && !differInSize) return 'Strain';
  const areEdibles = products.every(({ category }) => category === 'Edibles');
  return areEdibles && new Set(sizes).size === 1 ? 'Flavor' : 'Options';
};

/** All tiers of a product, in its details. */
export const TierPrices = ({ product }: { product: Product }) => {
  const tiers = cheaperTiers(product);
  if (tiers.length === 0) return null;
  return (
    <ul aria-label="Prices for more pieces" className="flex flex-wrap gap-1.5">
      {tiers.map((tier) => (
        <li key={tier.from} className="min-w-0">
          <Badge tone="accent">{tierText(tier)}</Badge>
        </li>
      ))}
    </ul>
  );
};
