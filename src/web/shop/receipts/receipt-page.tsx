import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FileX, MessageCircle, Printer, Repeat } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Receipt } from '#contract/receipts.ts';
import { ApiError, messageOf } from '../../api/client.ts';
import { type Failure, useFailure } from '../../api/failure.ts';
import { receiptQuery } from '../../api/queries/receipts.ts';
import { useShop } from '../../api/queries/settings.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { paths } from '../../browser/paths.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { RECEIPT_STATUS_LABELS, ReceiptLines, receiptEventLabel, StatusLine } from '../../shared/receipt-parts.tsx';
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton, SkeletonText } from '../../ui/loading.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import { MemberPage } from '../header/plain-page.tsx';
import { Payment } from '../payment/payment.tsx';
import { ReorderDialog } from './reorder-dialog.tsx';
import './receipt.css';

/** /receipts/{id}: state, lines, totals and history of a receipt. Prints on one page. */
export default function ReceiptPage({ id }: { id: string }) {
  const query = useQuery(receiptQuery(id));
  const failure = useFailure(query);
  const title = query.data ? `Receipt #${query.data.receipt.number}` : 'Receipt';
  usePageTitle(title);
  return (
    <MemberPage
      narrow
      title={title}
      aside={
        <Link href={paths.receipts} className={`${buttonClass({ variant: 'ghost' })} text-sm print:hidden`}>
          <ArrowLeft aria-hidden className="size-4.5" />
          My receipts
        </Link>
      }
    >
      {query.data ? (
        <ReceiptSheet {...query.data} />
      ) : failure ? (
        <ReceiptFailure {...failure} />
      ) : (
        <Card className="p-6" aria-busy>
          <Skeleton className="mb-6 h-8" />
          <SkeletonText lines={6} />
        </Card>
      )}
    </MemberPage>
  );
}

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

const ReceiptSheet = ({ receipt, chatUrl, message }: { receipt: Receipt; chatUrl: string | null; message: string }) => {
  const { name } = useShop();
  const [isReordering, setReordering] = useState(false);
  return (
    <Card className="print:border-0">
      <div className="flex flex-col gap-6 p-5 sm:p-7 print:gap-3 print:p-0">
        <p className="hidden text-lg font-bold print:block">{name}</p>
        <div className="print:hidden">
          <StatusLine status={receipt.status} />
        </div>
        <p className="hidden print:block">Status: {RECEIPT_STATUS_LABELS[receipt.status]}</p>
        <p className="text-sm text-muted">
          Confirmed {formatDateTime(receipt.createdAt)}
          {receipt.expiresAt && ` · reserved for you until ${formatDateTime(receipt.expiresAt)}`}
        </p>
        <ReceiptLines receipt={receipt} />
        {receipt.status === 'awaiting_payment' && <Payment className="print:hidden" />}
        {receipt.notes && (
          <div>
            <h2 className="text-sm font-semibold text-text">Order notes</h2>
            <p className="mt-1 whitespace-pre-line text-muted">{receipt.notes}</p>
          </div>
        )}
        <History receipt={receipt} />
        <div className="flex flex-wrap gap-2 print:hidden">
          {chatUrl && (
            <ButtonLink variant="primary" href={chatUrl} target="_blank" rel="noopener noreferrer">
              <MessageCircle aria-hidden className="size-4.5" />
              Message the seller again
            </ButtonLink>
          )}
          <CopyButton value={message} label="Copy order details" variant="secondary" size="md" />
          <Button onClick={() => setReordering(true)}>
            <Repeat aria-hidden className="size-4.5" />
            Order again
          </Button>
          <Button onClick={() => window.print()}>
            <Printer aria-hidden className="size-4.5" />
            Print
          </Button>
        </div>
        <ReorderDialog receipt={receipt} open={isReordering} onClose={() => setReordering(false)} />
      </div>
    </Card>
  );
};

const History = ({ receipt }: { receipt: Receipt }) => (
  <div>
    <h2 className="text-sm font-semibold text-text">History</h2>
    <ol className="mt-1 flex flex-col gap-1 text-sm text-muted">
      {receipt.events.map((event) => (
        <li key={`${event.status} ${event.at}`}>
          <time dateTime={event.at}>{formatDateTime(event.at)}</time> · {receiptEventLabel(event.status)}
          {event.note && `: ${event.note}`}
        </li>
      ))}
    </ol>
  </div>
);
