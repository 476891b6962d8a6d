import { useQuery } from '@tanstack/react-query';
import { centsToAmount, formatPrice, toCents } from '#domain/money.ts';
import { type PriceUnit, pricePerUnit } from '#domain/pricing.ts';
import type { Product } from '#domain/product.ts';
import { productExplanationQuery } from '../../api/queries/catalogue.ts';
import { formatDate, formatRecentTime } from '../../browser/dates.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { Why, WhyText } from '../../ui/why.tsx';
import { cheaperTiers, tierText } from './tier-prices.tsx';

interface ProductProps {
  product: Product;
}

/** Explains the price of a product: who set it and when, what more pieces cost, and what a gram comes to. */
export const WhyPrice = ({ product }: ProductProps) => (
  <Why of={formatPrice(product.finalPrice)} explain={() => <PriceExplanation product={product} />} />
);

/** Explains the quantity of a product: what is counted, and when it was. */
export const WhyQuantity = ({ product }: ProductProps) => (
  <Why of={`${product.quantity} in stock`} explain={() => <QuantityExplanation product={product} />} />
);

const PriceExplanation = ({ product }: ProductProps) => {
  const unitText = describeUnits(product);
  return (
    <>
      <Dated
        product={product}
        textOf={({ pricedAt }) => (pricedAt ? `Price since ${formatDate(pricedAt)}.` : 'Set by the shop.')}
        failed="Set by the shop."
      />
      {cheaperTiers(product).map((tier) => (
        <WhyText key={tier.from}>{tierText(tier, ' of this item')}.</WhyText>
      ))}
      {unitText && <WhyText>{unitText}</WhyText>}
      <WhyText quiet>The price is fixed when you confirm.</WhyText>
    </>
  );
};

const QuantityExplanation = ({ product: { quantity }, product }: ProductProps) => (
  <>
    <WhyText>
      {quantity === 0
        ? 'Nothing can be ordered now: what the shop has is sold or reserved for orders.'
        : `${quantity} can be ordered now: what the shop has on hand, without what is reserved for orders.`}
    </WhyText>
    <Dated
      product={product}
      quiet
      textOf={({ countedAt }) =>
        countedAt ? `Last counted ${formatRecentTime(Date.parse(countedAt), shopNow())}.` : null
      }
      failed={null}
    />
  </>
);

const UNITS: Record<PriceUnit, (count: number) => string> = {
  piece: (count) => `${count} pieces`,
  g: (count) => `${count} g`,
  '10mg': (count) => `${count * 10} mg`,
};
const PER_UNIT: Record<PriceUnit, string> = { piece: 'a piece', g: 'a gram', '10mg': '10 mg' };

/** "$12.86 a gram: $45.00 for 3.5 g." */
const describeUnits = (product: Product): string | null => {
  const price = pricePerUnit(product);
  if (!price || price.amountCents === toCents(product.finalPrice)) return null;
  const { amountCents, unit, count } = price;
  return `${formatPrice(centsToAmount(amountCents))} ${PER_UNIT[unit]}: ${formatPrice(product.finalPrice)} for ${UNITS[unit](count)}.`;
};

interface DatedProps extends ProductProps {
  quiet?: boolean;
  textOf: (times: { pricedAt: string | null; countedAt: string | null }) => string | null;
  /** The text to show if the shop does not respond. */
  failed: string | null;
}

/** A sentence with a time that the shop is asked for. */
const Dated = ({ product, quiet = false, textOf, failed }: DatedProps) => {
  const { data, isPending } = useQuery(productExplanationQuery(product.id));
  if (isPending) return <Skeleton className="h-5 w-44" />;
  const text = data ? textOf(data) : failed;
  return text === null ? null : <WhyText quiet={quiet}>{text}</WhyText>;
};
