import { ArrowLeft, CircleCheck, Hourglass, MessageCircle, Printer, Repeat, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Receipt, ReceiptEvent } from '#contract/receipts.ts';
import { aboutOrder, chatLink } from '#domain/chat-link.ts';
import { formatPrice } from '#domain/money.ts';
import { hasEnded } from '#domain/receipt-state.ts';
import { unpaidOrders } from '#domain/unpaid-orders.ts';
import { useShop } from '../../api/queries/settings.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { paths } from '../../browser/paths.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { DeliveryLines } from '../../shared/delivery.tsx';
import { type PaymentWords, usePaymentWords } from '../../shared/payment-words.ts';
import { changeLines, eventTitle, REFUNDED } from '../../shared/receipt-facts.ts';
import { formatPieces, ReceiptLines } from '../../shared/receipt-parts.tsx';
import { ShopLicense } from '../../shared/shop-look.tsx';
import type { Tone } from '../../ui/badge.tsx';
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { WrongAddress } from '../addresses/wrong-address.tsx';
import { useMember } from '../member.ts';
import { walletsOf } from '../payment/wallets.ts';
import { CancelOrder } from './cancel-order.tsx';
import { useLineParts } from './line-product.tsx';
import { OrderEnd } from './order-end.tsx';
import { OrderPath, type PlacedOrder } from './order-path.tsx';
import { ReorderDialog } from './reorder-dialog.tsx';

/** A receipt below its title: the path, lines and totals, notes and history. Prints without the path. */
export const ReceiptSheet = (order: PlacedOrder) => {
  const { receipt } = order;
  const { name } = useShop();
  const member = useMember();
  const partsOf = useLineParts();
  const state = usePaymentWords(receipt);
  return (
    <div className="flex flex-col gap-8 print:gap-3">
      <div className="-mt-2 flex flex-col gap-1 print:hidden">
        <OrderState {...state} />
        <p className="text-sm text-muted">
          Confirmed {formatDateTime(receipt.createdAt)} · {formatPieces(receipt)}
        </p>
      </div>
      <div className="hidden print:block">
        <p className="text-lg font-bold">{name}</p>
        <p>
          Member: {member.username} · Confirmed {formatDateTime(receipt.createdAt)} · Status: {state.stage}
        </p>
        <PrintedSeller receipt={receipt} />
      </div>
      {hasEnded(receipt) ? <OrderEnd receipt={receipt} /> : <OrderPath {...order} />}
      <Card className="flex flex-col gap-5 p-4 sm:p-6 print:gap-3 print:border-0 print:p-0">
        <h2 className="text-base font-semibold text-text print:hidden">Your order</h2>
        <ReceiptLines receipt={receipt} partsOf={partsOf} />
        {receipt.delivery && (
          <div>
            <h3 className="text-sm font-semibold text-text">Delivery address</h3>
            <DeliveryLines delivery={receipt.delivery} className="mt-1 text-muted" />
            <WrongAddress receipt={receipt} />
          </div>
        )}
        {receipt.notes && (
          <div>
            <h3 className="text-sm font-semibold text-text">Order notes</h3>
            <p className="mt-1 whitespace-pre-line text-muted">{receipt.notes}</p>
          </div>
        )}
        <History receipt={receipt} />
        <ShopLicense className="text-sm text-muted print:hidden" />
      </Card>
      <ReceiptActions {...order} />
    </div>
  );
};

const STATE_ICONS: Partial<Record<Tone, ReactNode>> = {
  good: <CircleCheck />,
  warning: <TriangleAlert />,
  notice: <Hourglass />,
};
const STATE_COLORS: Partial<Record<Tone, string>> = {
  good: 'text-good-text',
  warning: 'text-warning-text',
  notice: 'text-notice-text',
};

/** The state of the order, in one line that changes while the page is open. */
const OrderState = ({ stage, detail, tone }: PaymentWords) => (
  <div role="status" className="flex items-center gap-2 text-lg font-semibold text-text">
    <span aria-hidden className={cx('shrink-0 empty:hidden [&>svg]:size-5', STATE_COLORS[tone])}>
      {STATE_ICONS[tone]}
    </span>
    {[stage, detail].filter(Boolean).join(', ')}
  </div>
);

/** On paper: who sold it, where they can be reached, and what is still to be paid to whom. */
const PrintedSeller = ({ receipt }: { receipt: Receipt }) => {
  const shop = useShop();
  const [due] = unpaidOrders([receipt], shopNow());
  return (
    <>
      <p className="text-xs">
        Seller: {shop.name}
        {shop.license && ` · ${shop.license}`}
        {shop.telegramSeller && ` · Telegram @${shop.telegramSeller}`} · {window.location.origin}
      </p>
      {due && (
        <p className="text-xs font-semibold">
          Amount due: {formatPrice(due.due)}
          {due.expiresAt && ` until ${formatDateTime(due.expiresAt)}`}
          {walletsOf(shop, receipt.addresses).map(({ name, address }) => (
            <span key={name} className="font-normal">
              {' '}
              · {name} {address}
            </span>
          ))}
        </p>
      )}
    </>
  );
};

const ReceiptActions = ({ receipt }: PlacedOrder) => {
  const { telegramSeller } = useShop();
  const [isReordering, setReordering] = useState(false);
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {telegramSeller && receipt.status !== 'awaiting_payment' && (
        <ButtonLink
          href={chatLink(telegramSeller, aboutOrder(receipt.number))}
          target="_blank"
          rel="noopener noreferrer"
        >
          <MessageCircle aria-hidden className="size-4.5" />
          Message the seller
        </ButtonLink>
      )}
      <Button onClick={() => setReordering(true)}>
        <Repeat aria-hidden className="size-4.5" />
        Buy again
      </Button>
      <Button onClick={() => window.print()}>
        <Printer aria-hidden className="size-4.5" />
        Print
      </Button>
      <CancelOrder receipt={receipt} />
      <Link href={paths.receipts} className={`${buttonClass({ variant: 'ghost' })} sm:hidden`}>
        <ArrowLeft aria-hidden className="size-4.5" />
        My receipts
      </Link>
      <ReorderDialog receipt={receipt} open={isReordering} onClose={() => setReordering(false)} />
    </div>
  );
};

const History = ({ receipt }: { receipt: Receipt }) => (
  <div className="print:hidden">
    <h3 className="text-sm font-semibold text-text">History</h3>
    <ol className="mt-1 flex flex-col gap-1 text-sm text-muted">
      {receipt.events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added, at the end
        <li key={index}>
          <time dateTime={event.at}>{formatDateTime(event.at)}</time> · {historyText(event)}
        </li>
      ))}
    </ol>
  </div>
);

/** An entry in one line, without what only the panel's form has. */
const historyText = (event: ReceiptEvent): string => {
  const isReport = event.kind === 'payment_sent';
  const title = isReport ? 'You reported your payment' : eventTitle(event);
  const changes = isReport ? event.changes.map(({ after }) => after).filter(Boolean) : changeLines(event);
  const said = changes.join(', ');
  // Only the seller gives money back.
  if (title === REFUNDED) return `The seller refunded ${said}`;
  return [title, said, event.note].filter(Boolean).join(': ');
};
