import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Receipt } from '#contract/receipts.ts';
import { toCents } from '#domain/money.ts';
import { requote } from '#domain/quotes.ts';
import { renewReceiptQuotes } from '../../api/queries/receipts.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { Button } from '../../ui/button.tsx';
import { Payment } from '../payment/payment.tsx';
import { useReceiptAction } from './use-receipt-action.ts';

/** The wallets, with what is due in coins while the rates are valid, and then a button for new ones (behavior 7.15). */
export const QuotedPayment = ({ receipt }: { receipt: Receipt }) => {
  const { run, isBusy } = useReceiptAction(receipt.id);
  const isExpired = useHasPassed(Math.min(...receipt.quotes.map(({ expiresAt }) => Date.parse(expiresAt))));
  return (
    <>
      {receipt.quotes.length > 0 && isExpired && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button busy={isBusy} onClick={() => void run(() => renewReceiptQuotes(receipt.id))}>
            <RefreshCw aria-hidden className="size-4.5" />
            Get today's amount
          </Button>
          <p className="text-sm text-muted">The amount in coins was valid for a while only, because rates change.</p>
        </div>
      )}
      <Payment order={{ ...receipt, quotes: isExpired ? [] : requote(receipt.quotes, toCents(receipt.due) ?? 0) }} />
    </>
  );
};

/** The longest time that a browser's timer can wait. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** Returns whether a time has come, in epoch milliseconds. Infinity never comes. */
const useHasPassed = (time: number): boolean => {
  const [now, setNow] = useState(shopNow);
  useEffect(() => {
    setNow(shopNow());
    const timer = setTimeout(() => setNow(shopNow()), Math.min(Math.max(0, time - shopNow()), LONGEST_TIMEOUT_MS));
    return () => clearTimeout(timer);
  }, [time]);
  return now >= time;
};
