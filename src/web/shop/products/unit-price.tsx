import { centsToAmount, formatPrice } from '#domain/money.ts';
import { type PriceUnit, pricePerUnit } from '#domain/price-per-unit.ts';
import type { Product } from '#domain/product.ts';

const UNIT_NAMES: Record<PriceUnit, string> = { piece: 'each', g: '/g', '10mg': '/10mg' };

/** What a gram, a piece or ten milligrams come to, where the product says enough for it to be known. */
export const UnitPrice = ({ product }: { product: Product }) => {
  const price = pricePerUnit(product);
  if (!price) return null;
  const amount = formatPrice(centsToAmount(price.amountCents));
  return (
    <span className="text-xs whitespace-nowrap text-muted">
      {price.unit === 'piece' ? `${amount} ${UNIT_NAMES.piece}` : amount + UNIT_NAMES[price.unit]}
    </span>
  );
};
