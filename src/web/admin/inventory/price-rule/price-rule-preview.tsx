import { ArrowRight } from 'lucide-react';
import type { PriceRuleResult } from '#contract/inventory.ts';
import { formatPrice } from '#domain/money.ts';
import { counted, formatCount } from '#domain/text.ts';
import type { Failure } from '../../../api/failure.ts';
import { cx } from '../../../ui/cx.ts';
import { Skeleton, SkeletonText } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TryAgain } from '../../../ui/try-again.tsx';

interface PriceRulePreviewProps {
  /** Undefined while nothing is known, or while the value is not valid. */
  preview: PriceRuleResult | undefined;
  failure: Failure | null;
  /** False while a newer preview is on its way. */
  isCurrent: boolean;
}

/** The most samples that a preview has. Room is kept for all of them, so that nothing moves while a number is typed. */
const SAMPLES = ['cheapest', 'middle', 'dearest', 'furthest'];

/** A preview of a rule: how many prices change, and up to four of them before and after. */
export const PriceRulePreview = ({ preview, failure, isCurrent }: PriceRulePreviewProps) => (
  <section aria-label="Preview" aria-busy={!isCurrent} className="mt-5 flex min-h-84 flex-col gap-3 max-sm:min-h-96">
    {failure ? (
      <Notice tone="danger" alert title="Failed to load the preview" action={<TryAgain {...failure} />}>
        {failure.error.message}
      </Notice>
    ) : preview ? (
      <>
        <p role="status" className="min-h-10 text-sm text-muted">
          <Counts {...preview} />
        </p>
        <ul
          aria-label="Sample prices"
          className={cx(
            'divide-y divide-line border-line',
            !isCurrent && 'opacity-60',
            preview.changed > 0 && 'border-y',
          )}
        >
          {preview.samples.map((sample) => (
            <Sample key={sample.itemId} {...sample} />
          ))}
        </ul>
      </>
    ) : (
      <>
        <SkeletonText className="min-h-10" />
        {SAMPLES.map((sample) => (
          <Skeleton key={sample} className="h-14 w-full" />
        ))}
      </>
    )}
  </section>
);

const Counts = ({ changed, counts }: PriceRuleResult) => {
  if (changed === 0) return 'No price would change: all of them fit this rule already.';
  const { atBasePrice } = counts;
  return (
    <>
      <strong className="text-text">
        {formatCount(changed)} of {counted(changed + counts.unchanged)}
      </strong>{' '}
      would change.
      {atBasePrice > 0 && (
        <span className="text-warning-text">
          {' '}
          {counted(atBasePrice)} would fall below the base price, and {atBasePrice === 1 ? 'stays' : 'stay'} there.
        </span>
      )}
    </>
  );
};

const Sample = ({ name, before, after, markupDollars }: PriceRuleResult['samples'][number]) => (
  <li className="flex min-h-16 items-center justify-between gap-4 py-2">
    <div className="min-w-0">
      <p className="truncate font-medium text-text">{name}</p>
      <p className="text-sm text-muted">Markup {formatPrice(markupDollars)}</p>
    </div>
    <p className="flex shrink-0 items-center gap-2 text-text">
      <span className="text-muted">{formatPrice(before)}</span>
      <ArrowRight aria-label="becomes" className="size-4 text-muted" />
      <span className="text-lg font-semibold">{formatPrice(after)}</span>
    </p>
  </li>
);
