import { Check, ChevronRight, MessageCircle, Users } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import type { Receipt } from '#contract/receipts.ts';
import { SHIPPING_DAYS } from '#domain/constants.ts';
import { formatPrice } from '#domain/money.ts';
import { isReported } from '#domain/unpaid-orders.ts';
import { useShop } from '../../api/queries/settings.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { askedForAddress } from '../../shared/delivery.tsx';
import { type PaymentWords, usePaymentWords } from '../../shared/payment-words.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { cx } from '../../ui/cx.ts';
import { PathStep } from '../../ui/path-step.tsx';
import {
  enteredAt,
  hasArrived,
  hasEnough,
  lastStep,
  ORDER_STEPS,
  type OrderStep,
  type StepState,
  stepStates,
} from './order-progress.ts';
import { PayStep } from './pay-step.tsx';
import { useMessageSent } from './sent-messages.ts';
import { Tracking } from './tracking.tsx';

/** An order with what its chat needs. */
export interface PlacedOrder {
  receipt: Receipt;
  chatUrl: string | null;
  message: string;
}

/** The three steps of an order as a path that shows the current position (behavior 7.13). */
export const OrderPath = (order: PlacedOrder) => {
  const { receipt } = order;
  const [wasSent, noteSent] = useMessageSent(receipt.id);
  const payment = useLanding(receipt.id);
  const states = stepStates(receipt, wasSent);
  const isToPay = receipt.status === 'awaiting_payment' && !isReported(receipt) && !hasEnough(receipt);
  const titles: Record<OrderStep, string> = {
    message: 'Send the message',
    pay: payTitle(receipt, usePaymentWords(receipt)),
    ship: 'We ship it',
  };
  const contents: Record<OrderStep, ReactNode> = {
    message: <MessageStep {...order} state={states.message} onSent={noteSent} />,
    pay: <PayStep receipt={receipt} isCurrent={states.pay === 'current'} isSent={states.message === 'done'} />,
    ship: <ShipStep receipt={receipt} />,
  };
  return (
    <ol aria-label="Order steps" className="flex flex-col print:hidden">
      {ORDER_STEPS.map((step, index) => (
        <Step
          key={step}
          number={index + 1}
          title={titles[step]}
          state={states[step]}
          isTicked={states[step] === 'done' || (step === 'pay' && hasArrived(receipt))}
          heading={step === 'pay' ? payment : null}
          isPrice={step === 'pay' && isToPay}
          aside={
            step === 'pay' && isToPay && <CopyButton value={receipt.due} label="Copy amount" variant="secondary" />
          }
        >
          {contents[step]}
        </Step>
      ))}
    </ol>
  );
};

/** "Pay" elsewhere leads here: the page begins at its payment then. Once, so that going back finds the page as it was left. */
const useLanding = (id: string) => {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order is another page
  useEffect(() => {
    const { hash, pathname, search } = window.location;
    if (hash !== '#pay') return;
    window.history.replaceState(window.history.state, '', pathname + search);
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [id]);
  return heading;
};

/** The amount is what is still to be paid. An order that was paid has its whole total. */
const payTitle = (receipt: Receipt, { stage }: PaymentWords): string => {
  if (hasEnough(receipt)) return stage;
  return `Pay ${formatPrice(receipt.status === 'awaiting_payment' ? receipt.due : receipt.total)}`;
};

interface StepProps {
  number: number;
  title: string;
  state: StepState;
  /** A payment that has arrived is ticked before the step is done, which the seller's mark does. */
  isTicked: boolean;
  heading: Ref<HTMLHeadingElement>;
  /** The title names the amount, which is the second largest text of the page until it is paid. */
  isPrice: boolean;
  /** Next to the title. */
  aside: ReactNode;
  children: ReactNode;
}

const Step = ({ number, title, state, isTicked, heading, isPrice, aside, children }: StepProps) => (
  <PathStep number={number} state={state} isDone={isTicked} className="pb-8 last:pb-0">
    <div className="flex min-w-0 flex-col gap-3 pt-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 sm:gap-x-4">
        <h2
          ref={heading}
          tabIndex={-1}
          className={cx(
            'scroll-mt-20 font-bold tracking-tight',
            isPrice && state !== 'done' ? 'text-xl sm:text-[2.5rem] sm:leading-none' : 'text-lg',
            state === 'ahead' && !isPrice ? 'text-muted' : 'text-text',
          )}
        >
          <span className="sr-only">{number} </span>
          {title}
          {state === 'done' && <span className="sr-only">, done</span>}
        </h2>
        {aside}
      </div>
      {children}
    </div>
  </PathStep>
);

const MessageStep = ({
  receipt,
  chatUrl,
  message,
  state,
  onSent,
}: PlacedOrder & { state: StepState; onSent: () => void }) => {
  const { telegramSeller, telegramGroupUrl } = useShop();
  // Once it is paid, there is nothing to send. The page has its own link to the chat.
  if (receipt.status !== 'awaiting_payment') return null;
  const isCurrent = state === 'current';
  return (
    <>
      {isCurrent && (
        <p className="max-w-prose text-muted">
          {chatUrl
            ? `Send your order to the seller${telegramSeller ? ` (@${telegramSeller})` : ''} on Telegram.`
            : `Please contact the seller with your order number, ${
                telegramGroupUrl ? "for example in the shop's group on Telegram." : 'the way you got your access code.'
              }`}{' '}
          {!receipt.delivery && (
            <strong className="font-semibold text-text">{askedForAddress(chatUrl !== null)}</strong>
          )}
        </p>
      )}
      <div className={cx('flex flex-wrap gap-2', isCurrent && 'max-sm:*:flex-1')}>
        {chatUrl && (
          <ButtonLink
            variant={isCurrent ? 'primary' : 'secondary'}
            size={isCurrent ? 'md' : 'sm'}
            href={chatUrl}
            target="_blank"
            rel="noopener noreferrer"
            onClick={onSent}
          >
            <MessageCircle aria-hidden className="size-4.5" />
            Open the chat
          </ButtonLink>
        )}
        {!chatUrl && telegramGroupUrl && (
          <ButtonLink size={isCurrent ? 'md' : 'sm'} href={telegramGroupUrl} target="_blank" rel="noopener noreferrer">
            <Users aria-hidden className="size-4.5" />
            Open the group
          </ButtonLink>
        )}
        <CopyButton value={message} label="Copy the message" variant="secondary" size={isCurrent ? 'md' : 'sm'} />
      </div>
      {isCurrent && <Message text={message} />}
      {state === 'ahead' && (
        <p className="text-sm text-muted">Not ticked yet. The seller needs this message besides your payment.</p>
      )}
      {state !== 'done' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-text">Did you send it?</p>
          <Button size={isCurrent ? 'md' : 'sm'} onClick={onSent}>
            <Check aria-hidden className="size-4.5" />I sent it
          </Button>
        </div>
      )}
    </>
  );
};

/** The message itself, for a device that has no chat or no clipboard. */
const Message = ({ text }: { text: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="max-w-prose">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="link inline-flex min-h-11 items-center gap-1.5 text-sm"
      >
        <ChevronRight aria-hidden className={cx('size-4', isOpen && 'rotate-90')} />
        Read the message
      </button>
      {isOpen && (
        <p
          translate="no"
          className="rounded-control border border-line bg-well px-3.5 py-3 text-sm break-words whitespace-pre-line text-text select-all"
        >
          {text}
        </p>
      )}
    </div>
  );
};

const shipsWhen = (receipt: Receipt): string => {
  if (receipt.status === 'paid') return 'The seller is packing your order';
  if (hasArrived(receipt)) return 'As soon as the seller marks the order as paid';
  if (hasEnough(receipt)) return 'As soon as your payment is confirmed';
  return isReported(receipt) ? 'As soon as the seller confirms your payment' : 'As soon as your payment arrives';
};

const ShipStep = ({ receipt }: { receipt: Receipt }) => {
  const days = `${receipt.shippingOption} shipping, ${SHIPPING_DAYS[receipt.shippingOption]}`;
  const at = enteredAt(receipt, receipt.status === 'completed' ? 'completed' : 'shipped');
  const note = lastStep(receipt.events, 'shipped')?.note;
  const tracking = receipt.tracking && <Tracking tracking={receipt.tracking} />;
  if (receipt.status === 'completed') {
    return (
      <>
        <p className="text-muted">Completed{at && ` ${formatDateTime(at)}`}</p>
        {tracking}
      </>
    );
  }
  if (receipt.status === 'shipped') {
    return (
      <>
        <p className="text-muted">
          <strong className="font-semibold text-text">It's on its way.</strong>
          {at && ` Shipped ${formatDateTime(at)}, ${days}.`}
        </p>
        {note && <p className="break-words whitespace-pre-line text-text">{note}</p>}
        {tracking}
      </>
    );
  }
  return (
    <>
      <p className="text-muted">
        {shipsWhen(receipt)}: {days}.
      </p>
      {tracking}
    </>
  );
};
