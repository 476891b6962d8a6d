import type { Receipt } from '#contract/receipts.ts';
import { aboutOrder, chatLink } from '#domain/chat-link.ts';
import { formatPrice } from '#domain/money.ts';
import { paymentGap } from '#domain/unrecorded-payment.ts';
import { useShop } from '../../api/queries/settings.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';

/**
 * Says in words that the seller received too little or too much, or gave some back (behavior 7.10). Nothing if the amount is
 * right.
 */
export const PaymentDifference = ({ receipt }: { receipt: Receipt }) => {
  const gap = paymentGap(receipt);
  if (!gap) return null;
  const { kind, amount } = gap;
  if (kind === 'over') return <PaidTooMuch number={receipt.number} amount={amount} />;
  if (kind === 'refunded') return <p className="text-muted">The seller refunded {formatPrice(amount)}.</p>;
  return (
    <Notice
      tone="warning"
      title={`${formatPrice(amount)} is missing.`}
      action={<CopyButton value={amount} label="Copy the missing amount" iconOnly />}
    >
      {formatPrice(receipt.received)} received.
    </Notice>
  );
};

/** What to do about it is a press, or a sentence in a shop without a chat. */
const PaidTooMuch = ({ number, amount }: { number: number; amount: string }) => {
  const { telegramSeller } = useShop();
  return (
    <Notice
      title={`You paid ${formatPrice(amount)} too much.`}
      action={
        telegramSeller && (
          <ButtonLink
            size="sm"
            href={chatLink(telegramSeller, aboutOrder(number))}
            target="_blank"
            rel="noopener noreferrer"
          >
            Ask the seller
          </ButtonLink>
        )
      }
    >
      {!telegramSeller && 'Please ask the seller about it.'}
    </Notice>
  );
};
