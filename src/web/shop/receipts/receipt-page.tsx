import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FileX } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import type { Receipt } from '#contract/receipts.ts';
import { hasEnded } from '#domain/receipt-state.ts';
import { ApiError, messageOf } from '../../api/client.ts';
import { type Failure, useFailure } from '../../api/failure.ts';
import { receiptQuery } from '../../api/queries/receipts.ts';
import { paths } from '../../browser/paths.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { GlasshouseArch } from '../../shared/glasshouse-arch.tsx';
import { usePageTitle } from '../../shared/page-title.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton, SkeletonText } from '../../ui/loading.tsx';
import { useHighToasts } from '../../ui/toaster.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import { MemberPage } from '../header/plain-page.tsx';
import { useMember } from '../member.ts';
import { correctUnpaidOrders } from '../unpaid/unpaid-store.ts';
import { noteRead } from './news.ts';
import { receiptName } from './order-progress.ts';
import { ReceiptSheet } from './receipt-sheet.tsx';
import './receipt.css';

/** /receipts/{id}: what to do next until the order is shipped, and its receipt ever after (behavior 7.13). */
export default function ReceiptPage({ id }: { id: string }) {
  const query = useQuery(receiptQuery(id));
  const failure = useFailure(query);
  const receipt = query.data?.receipt;
  const member = useMember();
  usePageTitle(receipt ? titleOf(receipt) : 'Receipt');
  useHighToasts();
  useEffect(() => {
    if (!receipt) return;
    noteRead([receipt], member.id);
    correctUnpaidOrders(member.id, [receipt], shopNow());
  }, [receipt, member]);
  return (
    <MemberPage
      narrow
      title={receipt ? <Title receipt={receipt} /> : <TitleWithoutNumber />}
      aside={
        <Link
          href={paths.receipts}
          className={`${buttonClass({ variant: 'ghost' })} -mr-2 text-sm max-sm:hidden print:hidden`}
        >
          <ArrowLeft aria-hidden className="size-4.5" />
          My receipts
        </Link>
      }
    >
      {query.data ? <ReceiptSheet {...query.data} /> : failure ? <ReceiptFailure {...failure} /> : <ReceiptSkeleton />}
    </MemberPage>
  );
}

const titleOf = (receipt: Receipt): string =>
  receiptName(receipt) + (receipt.status === 'awaiting_payment' ? ' placed' : '');

/** The title with a large number. It glows through the arch of the glasshouse while the order is under way. */
const Title = ({ receipt }: { receipt: Receipt }): ReactNode => {
  const [before, number, after] = titleOf(receipt).split(/(#\d+)/);
  const isUnderWay = !hasEnded(receipt) && receipt.status !== 'completed';
  return (
    <span className="order-title">
      {isUnderWay && <GlasshouseArch className="order-arch" />}
      <span className="order-title-word">{before}</span>
      <span className={isUnderWay ? 'order-number text-accent-text' : 'order-number'}>{number}</span>
      <span className="order-title-word">{after}</span>
    </span>
  );
};

/** As high as one with a number. */
const TitleWithoutNumber = () => (
  <span className="order-title">
    <span className="order-title-word">Receipt</span>
    <span aria-hidden className="order-number invisible">
      #
    </span>
  </span>
);

const ReceiptSkeleton = () => (
  <Card className="flex flex-col gap-8 p-5 sm:p-7" aria-busy>
    <Skeleton className="h-8" />
    <SkeletonText lines={3} />
    <Skeleton className="h-56" />
    <SkeletonText lines={4} />
  </Card>
);

const ReceiptFailure = ({ error, ...again }: Failure) => {
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <EmptyState
      icon={<FileX />}
      title={isMissing ? 'Receipt not found' : 'The receipt could not be shown'}
      text={isMissing ? 'It may belong to another account.' : messageOf(error, 'Please try again.')}
      action={
        isMissing ? (
          <Link href={paths.receipts} className={buttonClass({ variant: 'primary' })}>
            My receipts
          </Link>
        ) : (
          <TryAgain {...again} prominent />
        )
      }
    />
  );
};
