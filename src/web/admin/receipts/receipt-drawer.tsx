import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Coins, Printer, UserRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import type { PaymentKind } from '#domain/payments.ts';
import { DELETED_NAME } from '#domain/permissions.ts';
import { COIN_NAMES } from '#domain/quotes.ts';
import { hasEnded } from '#domain/receipt-state.ts';
import { counted } from '#domain/text.ts';
import { isUnrecorded } from '#domain/unrecorded-payment.ts';
import { useFailure } from '../../api/failure.ts';
import { anyReceiptQuery, type OpenReceipt, RECEIPTS_FAILED } from '../../api/queries/receipts.admin.ts';
import { memberNotesQuery } from '../../api/queries/users.admin.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { AddressGroups } from '../../shared/address-groups.tsx';
import { DeliveryLines, deliveryText } from '../../shared/delivery.tsx';
import { ReceiptHistory } from '../../shared/receipt-history.tsx';
import { StatusBadge, StatusLine } from '../../shared/receipt-parts.tsx';
import { UnsavedForms } from '../../shared/unsaved-forms.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { SkeletonText } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { ListFailure } from '../lists/paged-list.tsx';
import { NoteText } from '../note-text.tsx';
import { openedBy, panelLinks } from '../panel-links.ts';
import { useMay } from '../panel-role.ts';
import { ReceiptItems } from './change-lines.tsx';
import { LastLook } from './last-look.tsx';
import { MessageBuyer } from './message-buyer.tsx';
import { ParcelFacts } from './parcel-facts.tsx';
import { paymentLine } from './payment-line.ts';
import { Payments } from './payments.tsx';
import { ReceiptSteps } from './receipt-steps.tsx';
import { recordLabel, recordRest } from './record-payment.ts';
import { ShortOfStock } from './short-of-stock.tsx';

interface ReceiptDrawerProps {
  /** The receipt to show, or null. */
  id: string | null;
  /** The receipt as the list has it. */
  listed: AdminReceipt | undefined;
  /** Opens with the payments in sight, and with the form of a refund. */
  atPayments: 'look' | 'refund' | null;
  onPrint: (receipt: AdminReceipt) => void;
  onClose: () => void;
}

/** One receipt: member, status, steps, lines, notes, payment and history. */
export const ReceiptDrawer = ({ id, listed, atPayments, onPrint, onClose }: ReceiptDrawerProps) => {
  const shownId = useLastShown(id);
  const answer = useQuery({ ...anyReceiptQuery(shownId ?? '', listed), enabled: shownId !== null });
  const { data: opened } = answer;
  const receipt = opened?.receipt;
  const failure = useFailure(answer);
  return (
    <div className="[--drawer-width:36rem]">
      <Drawer
        open={id !== null}
        onClose={onClose}
        parameter="open"
        title={receipt ? `Receipt #${receipt.number}` : 'Receipt'}
        aside={receipt && <StatusBadge status={receipt.status} />}
        // The head of the drawer has what to do next.
        toastPlace="above-foot"
      >
        {opened && receipt ? (
          <UnsavedForms key={receipt.id} isHere={(to) => openedBy(to) === receipt.id}>
            <Content {...opened} atPayments={atPayments} onPrint={() => onPrint(receipt)} />
          </UnsavedForms>
        ) : failure ? (
          <ListFailure {...failure} failed={RECEIPTS_FAILED} />
        ) : (
          <SkeletonText lines={8} />
        )}
      </Drawer>
    </div>
  );
};

interface ContentProps extends OpenReceipt, Pick<ReceiptDrawerProps, 'atPayments'> {
  onPrint: () => void;
}

const Content = ({ receipt, short, alike, atPayments, onPrint }: ContentProps) => {
  const payment = paymentLine(receipt);
  const [tracking, setTracking] = useState(receipt.tracking ?? '');
  const mayWrite = useMay('orders.write');
  const mayRefund = mayWrite && Number(receipt.received) > 0;
  const [adding, setAdding] = useState<PaymentKind | null>(atPayments === 'refund' && mayRefund ? 'refunded' : null);
  // What is too much, and all that an order without a sale received, has to go back.
  const hasToRefund = mayRefund && (hasEnded(receipt) || receipt.payment.amount === 'over');
  // Of an order without a sale, the money comes first. The keys keep what is typed in both.
  const steps = (
    <ReceiptSteps
      key="steps"
      receipt={receipt}
      missing={short.reduce((sum, { missing }) => sum + missing, 0)}
      tracking={tracking}
      onTracking={setTracking}
    />
  );
  const payments = (
    <Part key="payments" title="Payments" isFirst={atPayments !== null}>
      <Payments receipt={receipt} alike={alike} adding={adding} onAdd={setAdding} mayRefund={mayRefund} />
    </Part>
  );
  const isToPay = receipt.status === 'awaiting_payment';
  // Before, the step to shipped asks for it.
  const hasTracking = receipt.status === 'shipped' || receipt.status === 'completed';
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-4 empty:hidden">
        {/* The head says that an order is canceled or expired. */}
        {!hasEnded(receipt) && <StatusLine status={receipt.status} />}
        {payment && (
          <Notice
            tone={payment.tone}
            title={payment.text}
            action={
              hasToRefund && adding !== 'refunded' ? (
                <Button size="sm" onClick={() => setAdding('refunded')}>
                  Refund
                </Button>
              ) : (
                mayWrite && adding !== 'received' && isUnrecorded(receipt) && <RecordRest receipt={receipt} />
              )
            }
          />
        )}
        <ShortOfStock receipt={receipt} short={short} />
        <LastLook receipt={receipt} />
      </div>
      <div>
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold break-all text-text">{receipt.username}</span>
          <Badge>{receipt.memberType}</Badge>
        </p>
        <p className="mt-1 text-sm text-muted">
          Confirmed {formatDateTime(receipt.createdAt)}
          {receipt.expiresAt && ` · stock reserved until ${formatDateTime(receipt.expiresAt)}`}
        </p>
        <ReceiptLinks receipt={receipt} onPrint={onPrint} />
      </div>
      {isToPay && receipt.paymentSentAt && <SaysPaid receipt={receipt} />}
      <LastMemberNote receipt={receipt} />
      <ReceiptItems receipt={receipt} />
      {hasEnded(receipt) ? [payments, steps] : [steps, payments]}
      {receipt.addresses.length > 0 && (
        <Part title="Payment address">
          <ul className="flex flex-col gap-2">
            {receipt.addresses.map(({ coin, address }) => (
              <li key={address} className="flex items-start justify-between gap-3">
                <div className="min-w-0">
                  <p className="text-sm text-muted">{COIN_NAMES[coin]}</p>
                  <AddressGroups address={address} isSmall />
                </div>
                <CopyButton iconOnly value={address} label={`Copy ${COIN_NAMES[coin]} address`} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {receipt.delivery && (
        <Part title="Delivery address">
          <div className="flex items-start justify-between gap-3">
            <DeliveryLines delivery={receipt.delivery} className="min-w-0 text-muted" />
            <CopyButton iconOnly value={deliveryText(receipt.delivery)} label="Copy the address" />
          </div>
        </Part>
      )}
      {receipt.notes && (
        <Part title="Order notes">
          <p className="whitespace-pre-line text-muted">{receipt.notes}</p>
        </Part>
      )}
      {mayWrite && (
        <Part title={hasTracking ? 'Parcel and note' : 'For the panel only'}>
          <ParcelFacts receipt={receipt} hasTracking={hasTracking} typed={tracking} />
        </Part>
      )}
      <Part title="History">
        <ReceiptHistory events={receipt.events} />
      </Part>
    </div>
  );
};

/** Enters what an order that is marked paid still lacks, as the member reported it. */
const RecordRest = ({ receipt }: { receipt: AdminReceipt }) => {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const record = async () => {
    setBusy(true);
    await recordRest(queryClient, receipt);
    setBusy(false);
  };
  return (
    <Button size="sm" busy={isBusy} onClick={() => isBusy || void record()}>
      {recordLabel(receipt)}
    </Button>
  );
};

/** The part that the drawer opens at. */
const showFirst = (part: HTMLElement | null) => part?.scrollIntoView({ block: 'start' });

const Part = ({ title, isFirst = false, children }: { title: string; isFirst?: boolean; children: ReactNode }) => (
  <section ref={isFirst ? showFirst : null} className="scroll-mt-4">
    <h3 className="mb-2 text-sm font-semibold text-text">{title}</h3>
    {children}
  </section>
);

/** The member's word that the receipt is paid (behavior 7.8). */
const SaysPaid = ({ receipt: { username, paymentSentAt, coin, txid } }: { receipt: AdminReceipt }) => (
  <Notice tone="notice" title={`${username} reported a payment`}>
    <p>
      {formatDateTime(paymentSentAt!)}
      {coin && ` · ${coin}`}
    </p>
    {txid && (
      <p className="mt-1 flex items-center gap-2">
        <span className="min-w-0 font-mono text-xs break-all">{txid}</span>
        <CopyButton iconOnly value={txid} label="Copy the transaction" />
      </p>
    )}
  </Notice>
);

/** The panel's last note about the member, and the way to the other notes (behavior 3.22). */
const LastMemberNote = ({ receipt }: { receipt: AdminReceipt }) => {
  // With an account go its notes.
  const enabled = !receipt.username.startsWith(DELETED_NAME);
  const { data: notes } = useQuery({ ...memberNotesQuery(receipt.userId), enabled });
  const maySeeMember = useMay('members.read');
  const [last, ...others] = notes ?? [];
  if (!last) return null;
  return (
    <section aria-labelledby="member-note" className="text-sm">
      <h3 id="member-note" className="mb-2 font-semibold text-text">
        Note about {receipt.username}
      </h3>
      <NoteText note={last} />
      {maySeeMember && others.length > 0 && (
        <Link href={panelLinks.user(receipt)} className="link mt-1 inline-block">
          All {counted(notes!.length, 'note')}
        </Link>
      )}
    </section>
  );
};

/** The ways to the member, to the member's points, and to the packing list. */
const ReceiptLinks = ({ receipt, onPrint }: { receipt: AdminReceipt; onPrint: () => void }) => {
  const maySeeMember = useMay('members.read');
  const maySeePoints = useMay('points.write');
  return (
    <div className="mt-3 flex flex-wrap items-center gap-1 max-sm:[&>:first-child]:w-full">
      <MessageBuyer receipt={receipt} />
      {maySeeMember && (
        <Link href={panelLinks.user(receipt)} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
          <UserRound aria-hidden className="size-4" />
          Member
        </Link>
      )}
      {maySeePoints && (
        <Link href={panelLinks.pointsOf(receipt.username)} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
          <Coins aria-hidden className="size-4" />
          Points
        </Link>
      )}
      <Button variant="ghost" size="sm" onClick={onPrint}>
        <Printer aria-hidden className="size-4" />
        Packing list
      </Button>
    </div>
  );
};
