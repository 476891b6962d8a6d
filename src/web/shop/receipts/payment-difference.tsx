import type { Receipt } from '#contract/receipts.ts';
import { aboutOrder, chatLink } from '#domain/chat-link.ts';
import { formatPrice } from '#domain/money.ts';
import { useShop } from '../../api/queries/settings.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Says in words that the seller received too little or too much (behavior 7.10). Nothing if the amount is right. */
export const PaymentDifference = ({ receipt }: { receipt: Receipt }) => {
  const { received, difference } = receipt;
  if (difference === null || Number(difference) === 0) return null;
  const amount = difference.replace('-', '');
  if (!difference.startsWith('-')) {
    return <PaidTooMuch number={receipt.number} amount={amount} />;
  }
  return (
    <Notice
      tone="warning"
      title={`${formatPrice(amount)} is missing.`}
      action={<CopyButton value={amount} label="Copy the missing amount" iconOnly />}
    >
      {formatPrice(received)} received.
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
