import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { Link } from 'wouter';
import type { Receipt } from '#contract/receipts.ts';
import { messageOf } from '../../api/client.ts';
import { useFailure } from '../../api/failure.ts';
import { receiptListQuery } from '../../api/queries/receipts.ts';
import { paths } from '../../browser/paths.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import { BackToShop, MemberPage } from '../header/plain-page.tsx';
import { useMember } from '../member.ts';
import { correctUnpaidOrders } from '../unpaid/unpaid-store.ts';
import { noteRead, unreadNews } from './news.ts';
import { ReceiptCard } from './receipt-card.tsx';

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
  const receipts = useMemo(() => data?.pages.flatMap((page) => page.receipts).slice(0, atMost) ?? [], [data, atMost]);
  const unread = useUnread(receipts);
  if (!data) {
    return failure ? (
      <Notice tone="danger" alert action={<TryAgain {...failure} />}>
        {messageOf(failure.error, 'Your receipts could not be fetched.')}
      </Notice>
    ) : (
      <div role="status" aria-label="Loading receipts" className="flex flex-col gap-3">
        <Skeleton className="h-44 rounded-card" />
        <Skeleton className="h-44 rounded-card" />
        <Skeleton className="h-44 rounded-card" />
      </div>
    );
  }
  if (receipts.length === 0) {
    return (
      <EmptyState
        icon={atMost === Number.POSITIVE_INFINITY && <ReceiptText />}
        className={cx(atMost < Number.POSITIVE_INFINITY && 'rounded-card border border-line py-6!')}
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
          <ReceiptCard key={receipt.id} receipt={receipt} news={unread.get(receipt.id)} />
        ))}
      </ul>
      {atMost > receipts.length && <LoadMore pages={query} label="Show more" className="justify-center" />}
    </div>
  );
};

/** Marks what is new in the list, and remembers when it is left that the member has seen it. */
const useUnread = (receipts: readonly Receipt[]): ReadonlyMap<string, string> => {
  const member = useMember();
  const latest = useRef(receipts);
  useEffect(() => {
    latest.current = receipts;
    correctUnpaidOrders(member.id, receipts, shopNow());
  }, [receipts, member]);
  useEffect(() => () => noteRead(latest.current, member.id), [member.id]);
  return useMemo(() => unreadNews(receipts, member, shopNow()), [receipts, member]);
};
