import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { Link } from 'wouter';
import type { Receipt } from '#contract/receipts.ts';
import { formatPrice } from '#domain/money.ts';
import { messageOf } from '../../api/client.ts';
import { useFailure } from '../../api/failure.ts';
import { receiptListQuery } from '../../api/queries/receipts.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { paths } from '../../browser/paths.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { formatPieces, StatusLine } from '../../shared/receipt-parts.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import { BackToShop, MemberPage } from '../header/plain-page.tsx';

/** /receipts: all receipts of the member. */
export default function ReceiptsPage() {
  usePageTitle('My receipts');
  return (
    <MemberPage narrow title="My receipts" aside={<BackToShop />}>
      <ReceiptList />
    </MemberPage>
  );
}

/** The member's receipts as cards, newest first. `atMost` limits their number. */
export const ReceiptList = ({ atMost = Number.POSITIVE_INFINITY }: { atMost?: number }) => {
  const query = useInfiniteQuery(receiptListQuery);
  const { data } = query;
  const failure = useFailure(query);
  if (!data) {
    return failure ? (
      <Notice tone="danger" alert action={<TryAgain {...failure} />}>
        {messageOf(failure.error, 'Your receipts could not be fetched.')}
      </Notice>
    ) : (
      <div role="status" aria-label="Loading receipts" className="flex flex-col gap-3">
        <Skeleton className="h-34 rounded-card" />
        <Skeleton className="h-34 rounded-card" />
        <Skeleton className="h-34 rounded-card" />
      </div>
    );
  }
  const receipts = data.pages.flatMap((page) => page.receipts).slice(0, atMost);
  if (receipts.length === 0) {
    return (
      <EmptyState
        icon={<ReceiptText />}
        title="No receipts yet"
        text="When you confirm an order, its receipt is kept here."
        action={
          <Link href={paths.home} className={buttonClass({ variant: 'primary' })}>
            Browse the shop
          </Link>
        }
      />
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-3">
        {receipts.map((receipt) => (
          <ReceiptCard key={receipt.id} receipt={receipt} />
        ))}
      </ul>
      {atMost > receipts.length && <LoadMore pages={query} label="Show more" className="justify-center" />}
    </div>
  );
};

const ReceiptCard = ({ receipt }: { receipt: Receipt }) => (
  <li>
    <Link
      href={paths.receipt(receipt.id)}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 hover:border-edge"
    >
      <span className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <span className="min-w-0">
          <span className="font-semibold text-text">Receipt #{receipt.number}</span>
          <span className="mt-0.5 block truncate text-sm text-muted">
            {formatDateTime(receipt.createdAt)} · {formatPieces(receipt)}
          </span>
        </span>
        <span className="text-lg font-semibold text-text">{formatPrice(receipt.total)}</span>
      </span>
      <StatusLine status={receipt.status} />
    </Link>
  </li>
);
