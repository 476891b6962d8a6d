import type { Receipt } from '#contract/receipts.ts';
import { centsToAmount, formatPrice, toCents } from '#domain/money.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Says in words that the seller received too little or too much (behavior 7.10). Nothing if the amount is right. */
export const PaymentDifference = ({ receipt }: { receipt: Receipt }) => {
  const cents = toCents(receipt.difference ?? '0') ?? 0;
  if (receipt.received === null || cents === 0) return null;
  const amount = centsToAmount(Math.abs(cents));
  const received = `The seller received ${formatPrice(receipt.received)} of ${formatPrice(receipt.total)}.`;
  if (cents > 0) {
    return (
      <Notice title={`You paid ${formatPrice(amount)} too much.`}>
        {received} Please ask the seller about the rest in the chat.
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      title={`${formatPrice(amount)} is missing.`}
      action={<CopyButton value={amount} label="Copy the missing amount" iconOnly />}
    >
      {received}
    </Notice>
  );
};
