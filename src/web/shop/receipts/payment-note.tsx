import { Hourglass, Send } from 'lucide-react';
import { useState } from 'react';
import type { Receipt } from '#contract/receipts.ts';
import { sendPaymentNote } from '../../api/queries/receipts.ts';
import { useShop } from '../../api/queries/settings.ts';
import { formatRecentTime } from '../../browser/dates.ts';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { walletsOf } from '../payment/wallets.ts';
import { useReceiptAction } from './use-receipt-action.ts';

/** "I've paid": the member tells the seller, and can put coin and transaction right afterwards (behavior 7.8). */
export const PaymentNote = ({ receipt }: { receipt: Receipt }) => {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  return (
    <>
      {receipt.paymentSentAt ? (
        <Notice
          tone="good"
          icon={<Hourglass />}
          action={
            <Button size="sm" onClick={open}>
              Change
            </Button>
          }
        >
          Waiting for the seller to confirm, since {formatRecentTime(Date.parse(receipt.paymentSentAt), Date.now())}
        </Notice>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="primary" onClick={open}>
            <Send aria-hidden className="size-4.5" />
            I've paid
          </Button>
          <p className="text-sm text-muted">Tell the seller once your payment is on its way.</p>
        </div>
      )}
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        size="sm"
        phone="sheet"
        title="Tell the seller that you paid"
      >
        <PaymentForm receipt={receipt} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
};

/** As long as the shop takes. */
const MAX_TXID_LENGTH = 200;

const PaymentForm = ({ receipt, onDone }: { receipt: Receipt; onDone: () => void }) => {
  const wallets = walletsOf(useShop(), receipt.addresses);
  const { run, isBusy } = useReceiptAction(receipt.id);
  const [coin, setCoin] = useState(receipt.coin ?? '');
  const [txid, setTxid] = useState(receipt.txid ?? '');
  const send = async () => {
    await run(() => sendPaymentNote(receipt.id, { coin, txid: txid.trim() }));
    onDone();
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void send();
      }}
    >
      <p className="text-muted">
        Both are optional. They help the seller to find your payment for order #{receipt.number}.
      </p>
      {wallets.length > 0 && (
        <RadioCards
          label="Paid with"
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
        value={txid}
        onChange={(event) => setTxid(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>Not yet</Button>
        <Button type="submit" variant="primary" busy={isBusy}>
          {isBusy ? 'Telling the seller...' : 'Tell the seller'}
        </Button>
      </div>
    </form>
  );
};
