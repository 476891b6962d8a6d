import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import type { Product } from '#domain/product.ts';
import { messageOf } from '../../api/client.ts';
import { useFailure } from '../../api/failure.ts';
import { useCatalogue } from '../../api/queries/catalogue.ts';
import { buyAgainQuery } from '../../api/queries/receipts.ts';
import { Notice } from '../../ui/notice.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import { ProductStrip, StripSkeleton } from './product-strip.tsx';

interface BuyAgainProps {
  /** Opens the details of a product over this page. Without it they open in the shop. */
  onView?: (productId: number) => void;
  /** Takes its room while it loads. Otherwise it appears with its products. Without any there is nothing. */
  keepsRoom?: boolean;
}

/** Products that the member has received, in a row that scrolls sideways (behavior 7.16). */
export default function BuyAgain({ onView, keepsRoom }: BuyAgainProps) {
  const bought = useQuery(buyAgainQuery);
  const failure = useFailure(bought);
  const products = useProductsToBuyAgain(bought.data?.ids);
  const titleId = useId();
  if (products ? products.length === 0 : !keepsRoom) return null;
  return (
    <section aria-labelledby={titleId} className="flex min-w-0 flex-col gap-3">
      <h2 id={titleId} className="text-base font-semibold text-text">
        Buy again
      </h2>
      {failure ? (
        <Notice tone="danger" alert action={<TryAgain {...failure} />}>
          {messageOf(failure.error, 'Your products could not be fetched.')}
        </Notice>
      ) : !products ? (
        <StripSkeleton />
      ) : (
        <ProductStrip products={products} onView={onView} />
      )}
    </section>
  );
}

/**
 * Returns the products as the catalogue has them now; null while they load. A product that was sold out when the row
 * appeared is left out. One that sells out later stays in its place and says so.
 */
const useProductsToBuyAgain = (bought: readonly number[] | undefined): Product[] | null => {
  const products = useCatalogue().data?.products;
  const [row, setRow] = useState<{ bought: readonly number[]; ids: readonly number[] } | null>(null);
  const known = useMemo(() => new Map(products?.map((product) => [product.id, product])), [products]);
  if (bought && products && row?.bought !== bought) {
    setRow({ bought, ids: bought.filter((id) => (known.get(id)?.quantity ?? 0) > 0) });
  }
  return row?.ids.flatMap((id) => known.get(id) ?? []) ?? null;
};
