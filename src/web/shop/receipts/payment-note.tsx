import { Hourglass, Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Receipt } from '#contract/receipts.ts';
import { aboutOrder, chatLink } from '#domain/chat-link.ts';
import { isReported } from '#domain/unpaid-orders.ts';
import { sendPaymentNote } from '../../api/queries/receipts.ts';
import { useShop } from '../../api/queries/settings.ts';
import { formatRecentTime } from '../../browser/dates.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFailure, Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { walletsOf } from '../payment/wallets.ts';
import { useReceiptAction } from './use-receipt-action.ts';

/**
 * "I've paid": the member reports a payment, and can correct coin and transaction afterwards (behavior 7.8). Then the
 * page shows the response and gives it the focus.
 */
export const PaymentNote = ({ receipt, isNext }: { receipt: Receipt; isNext: boolean }) => {
  const { telegramSeller } = useShop();
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  const answer = useRef<HTMLDivElement>(null);
  const [wasTold, setWasTold] = useState(false);
  const hasAnswer = isReported(receipt);
  useEffect(() => {
    // The page may show the response only after the dialog has closed.
    if (!wasTold || !hasAnswer) return;
    setWasTold(false);
    answer.current?.focus({ preventScroll: true });
    answer.current?.scrollIntoView({ block: 'center' });
  }, [wasTold, hasAnswer]);
  return (
    <>
      {hasAnswer ? (
        <div ref={answer} tabIndex={-1} className="rounded-control">
          <Notice
            tone="notice"
            icon={<Hourglass />}
            action={
              <Button size="sm" onClick={open}>
                Change
              </Button>
            }
          >
            <p>
              Waiting for the seller to confirm, since {formatRecentTime(Date.parse(receipt.paymentSentAt!), shopNow())}
            </p>
            <Reported receipt={receipt} />
            {telegramSeller && (
              <p className="mt-1 text-sm text-muted">
                Not paid yet?{' '}
                <a
                  className="link"
                  href={chatLink(telegramSeller, `${aboutOrder(receipt.number)}I have not paid yet.`)}
                  target="_blank"
                  rel="noopener noreferrer"
                >
                  Tell the seller
                </a>
              </p>
            )}
          </Notice>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant={isNext ? 'primary' : 'secondary'} onClick={open}>
            <Send aria-hidden className="size-4.5" />
            I've paid
          </Button>
          <p className="text-sm text-muted">
            Tell the seller once {receipt.payment.amount === 'part' ? 'the rest' : 'your payment'} is on its way.
          </p>
        </div>
      )}
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        size="sm"
        phone="sheet"
        title="Tell the seller that you paid"
      >
        <PaymentForm
          receipt={receipt}
          onClose={() => setOpen(false)}
          onTold={() => {
            setOpen(false);
            setWasTold(true);
          }}
        />
      </Dialog>
    </>
  );
};

/** What the member said of the payment, so that a mistake is seen. */
const Reported = ({ receipt: { coin, txid } }: { receipt: Receipt }) =>
  (coin || txid) && (
    <p translate="no" className="mt-1 text-sm break-all text-muted">
      {[coin, txid].filter(Boolean).join(' · ')}
    </p>
  );

/** Of Bitcoin and Litecoin. */
const TXID = /^[0-9a-f]{64}$/i;

/** As long as the shop takes. */
const MAX_TXID_LENGTH = 200;

interface PaymentFormProps {
  receipt: Receipt;
  onClose: () => void;
  onTold: () => void;
}

const PaymentForm = ({ receipt, onClose, onTold }: PaymentFormProps) => {
  const wallets = walletsOf(useShop(), receipt.addresses);
  const { run, isBusy } = useReceiptAction(receipt.id);
  const [coin, setCoin] = useState(receipt.coin ?? '');
  const [txid, setTxid] = useState(receipt.txid ?? '');
  const [failure, setFailure] = useState<string | null>(null);
  const isOdd = txid.trim() !== '' && !TXID.test(txid.trim());
  const send = () => {
    setFailure(null);
    void run(() => sendPaymentNote(receipt.id, { coin, txid: txid.trim() }), {
      onDone: onTold,
      onFailure: setFailure,
    });
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) send();
      }}
    >
      <p className="text-muted">
        {wallets.length > 0 ? 'Both are optional. They help' : 'A transaction ID helps'} the seller to find your payment
        for order #{receipt.number}.
      </p>
      {wallets.length > 0 && (
        <RadioCards
          label="Paid with"
          showsLabel
          value={coin}
          onChange={setCoin}
          options={wallets.map((wallet) => ({ value: wallet.coin as string, title: wallet.name }))}
        />
      )}
      <TextField
        label="Transaction ID"
        aside="optional"
        verbatim
        maxLength={MAX_TXID_LENGTH}
        hint={
          isOdd
            ? 'A transaction ID has 64 characters, all digits or letters from a to f. Please compare it.'
            : undefined
        }
        value={txid}
        onChange={(event) => setTxid(event.target.value)}
      />
      <FormFailure text={failure} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{isReported(receipt) ? 'Cancel' : 'Not yet'}</Button>
        <Button type="submit" variant="primary" busy={isBusy}>
          {isBusy ? 'Telling the seller...' : 'Tell the seller'}
        </Button>
      </div>
    </form>
  );
};
