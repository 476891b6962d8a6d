import type { Receipt } from '#contract/receipts.ts';
import { formatPrice } from '#domain/money.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AskSeller } from './ask-seller.tsx';

/** Says in words that the seller received too little or too much (behavior 7.10). Nothing if the amount is right. */
export const PaymentDifference = ({ receipt }: { receipt: Receipt }) => {
  const { received, difference } = receipt;
  if (difference === null || Number(difference) === 0) return null;
  const amount = difference.replace('-', '');
  if (!difference.startsWith('-')) {
    return (
      <Notice title={`You paid ${formatPrice(amount)} too much.`} action={<AskSeller receipt={receipt} />}>
        Please ask the seller about it.
      </Notice>
    );
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
