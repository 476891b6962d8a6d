import { FileText } from 'lucide-react';
import { useId, useMemo } from 'react';
import { ageOfTest, hasExpired } from '#domain/lab-result.ts';
import type { Product, ProductLab } from '#domain/product.ts';
import { formatDay, localDay } from '../../browser/dates.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';

interface LabResultProps {
  product: Product;
  /** All products of the shop. */
  products: readonly Product[];
}

/**
 * The lab result of a product (behavior 4.12), without THC, CBD and batch, which are among the facts. In a shop that has no
 * results at all, nothing is missing.
 */
export const LabResult = ({ product, products }: LabResultProps) => {
  const { lab } = product;
  const headingId = useId();
  const shopHasResults = useMemo(() => products.some((each) => each.lab !== undefined), [products]);
  if (!lab && !shopHasResults) return null;
  return (
    <section aria-labelledby={headingId} className="text-sm">
      <h3 id={headingId} className="font-semibold text-text">
        Lab result
      </h3>
      {lab ? <Result lab={lab} /> : <p className="mt-1 text-muted">No lab result on file</p>}
    </section>
  );
};

const Result = ({ lab }: { lab: ProductLab }) => {
  const today = localDay(shopNow());
  const age = ageOfTest(lab.tested, today);
  const expired = hasExpired(lab, today);
  return (
    <>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
        <span>
          Tested {formatDay(lab.tested)}
          {age && `, ${age}`}
        </span>
        {expired && <Badge tone="danger">Expired</Badge>}
      </p>
      {lab.url && (
        // A new tab: a PDF is downloaded, and a picture must not replace the shop.
        <a href={lab.url} target="_blank" rel="noopener" className={`${buttonClass({ size: 'sm' })} mt-2 no-underline`}>
          <FileText aria-hidden className="size-4" />
          Open the lab result
        </a>
      )}
    </>
  );
};
