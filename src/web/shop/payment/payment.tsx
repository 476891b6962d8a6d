import { useState } from 'react';
import type { Quote, Receipt } from '#contract/receipts.ts';
import { formatPrice } from '#domain/money.ts';
import { useShop } from '../../api/queries/settings.ts';
import { formatRecentTime } from '../../browser/dates.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { AddressGroups } from '../../shared/address-groups.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { cx } from '../../ui/cx.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { Why, WhyText } from '../../ui/why.tsx';
import { type PaymentRequest, paymentCode, paymentLink, type Wallet, walletsOf } from './wallets.ts';

/** The order to pay for, with the quotes of what is due that are still valid. */
interface PaidOrder {
  number: number;
  due: string;
  quotes: readonly Quote[];
  addresses: Receipt['addresses'];
}

/**
 * The wallet that is chosen, with its QR code, its amount and its address together, and then the others: no amount may be
 * sent to the address of another coin. One QR code at a time: a camera could read the wrong one of two. With quotes, each
 * wallet says what to send (behavior 7.15).
 */
export const Payment = ({ order }: { order: PaidOrder }) => {
  const wallets = walletsOf(useShop(), order.addresses);
  const [selected, setSelected] = useState<string | null>(null);
  const [first] = wallets;
  if (!first) return null;
  const quoteOf = ({ coin }: Wallet) => order.quotes.find((quote) => quote.coin === coin) ?? null;
  // The settings may load, or change, while this is open.
  const chosen = wallets.find(({ name }) => name === selected) ?? first;
  const factsOf = (wallet: Wallet) => (
    <WalletFacts
      wallet={wallet}
      quote={quoteOf(wallet)}
      due={order.due}
      isOwn={order.addresses.some(({ coin }) => coin === wallet.coin)}
    />
  );
  const whole = (wallet: Wallet) => (
    <>
      <div className="flex items-center gap-4 py-3">
        <WalletCode wallet={wallet} request={requestOf(order, quoteOf(wallet))} />
      </div>
      {factsOf(wallet)}
    </>
  );
  return (
    <section aria-label="Payment" className="@container rounded-card border border-line bg-well px-3 pt-1 pb-3">
      {wallets.length === 1 ? (
        whole(first)
      ) : (
        <Tabs
          value={chosen.name}
          onChange={setSelected}
          label="Wallet"
          tabs={wallets.map(({ name }) => ({ value: name, label: name }))}
        >
          {wallets.map((wallet) => (
            <TabPanel key={wallet.name} value={wallet.name}>
              {wallet === chosen && whole(wallet)}
            </TabPanel>
          ))}
        </Tabs>
      )}
      {wallets
        .filter((wallet) => wallet !== chosen)
        .map((wallet) => (
          // biome-ignore lint/a11y/useSemanticElements: nothing is filled in here
          <div
            key={wallet.name}
            role="group"
            aria-label={`Or with ${wallet.name}`}
            className="mt-3 border-t border-line pt-2"
          >
            <p className="mb-1 text-sm font-semibold text-muted">Or with {wallet.name}</p>
            {factsOf(wallet)}
          </div>
        ))}
    </section>
  );
};

const requestOf = (order: PaidOrder, quote: Quote | null): PaymentRequest | null =>
  quote ? { amount: quote.amount, orderNumber: order.number } : null;

const WalletCode = ({ wallet, request }: { wallet: Wallet; request: PaymentRequest | null }) => (
  <>
    <QrCode
      text={paymentCode(wallet, request)}
      label={`QR code of the ${wallet.name} address${request ? ' and amount' : ''}`}
      className="size-28 shrink-0 rounded-control @lg:size-36"
    />
    <div className="text-sm text-muted">
      <p>Scan the code with your wallet, or open the app on this device.</p>
      <a href={paymentLink(wallet, request)} className="link mt-1 inline-block py-1">
        Open in a {wallet.name} wallet
      </a>
    </div>
  </>
);

interface WalletFactsProps {
  wallet: Wallet;
  quote: Quote | null;
  /** Of the order, in dollars. */
  due: string;
  /** No other order has this address. */
  isOwn: boolean;
}

/** What to send, and where to. */
const WalletFacts = ({ wallet: { name, address, coin }, quote, due, isOwn }: WalletFactsProps) => (
  <>
    {quote && (
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1 @lg:flex-none">
          <span className="font-mono text-lg font-semibold text-text">
            {quote.amount} {coin}
          </span>{' '}
          <WhyQuote quote={quote} due={due} />
          <span className="block text-sm text-muted">
            rate {rateText(quote.rate)} ·{' '}
            <span className="whitespace-nowrap">
              valid until {formatRecentTime(Date.parse(quote.expiresAt), shopNow())}
            </span>
          </span>
        </div>
        <CopyButton value={quote.amount} label={`Copy ${coin} amount`} visible={`Copy ${coin}`} />
      </div>
    )}
    <div className={cx('flex items-center gap-2', quote && 'mt-2')}>
      <div className="min-w-0 flex-1 @lg:flex-none">
        <p className="text-sm text-muted">{name} address</p>
        <AddressGroups address={address} />
        {isOwn && <p className="text-sm text-muted">For this order only.</p>}
      </div>
      <CopyButton value={address} label={`Copy ${name} address`} visible="Copy address" />
    </div>
  </>
);

/** A rate with separators, and without cents that are none: "$64,000". */
const rateText = (rate: string): string =>
  Number(rate).toLocaleString('en-US', { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' });

/** Explains an amount in a coin (behavior 7.15). */
const WhyQuote = ({ quote: { coin, amount, rate, at, expiresAt }, due }: { quote: Quote; due: string }) => (
  <Why
    of={`${amount} ${coin}`}
    explain={() => (
      <>
        <WhyText>
          {formatPrice(due)} ÷ {rateText(rate)} per {coin} = {amount} {coin}, rounded up to 8 decimals.
        </WhyText>
        <WhyText quiet>
          The rate is the shop's of {formatRecentTime(Date.parse(at), shopNow())}. The amount is valid until{' '}
          {formatRecentTime(Date.parse(expiresAt), shopNow())}.
        </WhyText>
      </>
    )}
  />
);
