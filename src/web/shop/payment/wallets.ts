import type { Receipt } from '#contract/receipts.ts';

/** The coins, with the URI scheme (BIP21) that a wallet app opens. */
const COINS = [
  { coin: 'BTC', key: 'btcAddress', name: 'Bitcoin', scheme: 'bitcoin' },
  { coin: 'LTC', key: 'ltcAddress', name: 'Litecoin', scheme: 'litecoin' },
] as const;

/** The coins with an address for each order: "Bitcoin and Litecoin". */
export const ownNames = (coins: readonly Wallet['coin'][]): string =>
  COINS.filter(({ coin }) => coins.includes(coin))
    .map(({ name }) => name)
    .join(' and ');

export interface Wallet {
  coin: (typeof COINS)[number]['coin'];
  name: string;
  address: string;
  /** A payment address that a wallet app opens (BIP21). */
  uri: string;
}

/** The wallets that are set (behavior 6.8), with the order's own addresses instead where it has them (behavior 7.27). */
export const walletsOf = (
  shop: { btcAddress: string | null; ltcAddress: string | null },
  own: Receipt['addresses'],
): Wallet[] =>
  COINS.flatMap(({ coin, key, name, scheme }) => {
    const address = own.find((each) => each.coin === coin)?.address ?? shop[key];
    return address ? [{ coin, name, address, uri: `${scheme}:${address}` }] : [];
  });

/** A payment request to a wallet app: coins with 8 decimals, and the order that the payment is for. */
export interface PaymentRequest {
  amount: string;
  orderNumber: number;
}

const withRequest = (address: string, request: PaymentRequest | null): string =>
  request ? `${address}?amount=${request.amount}&label=${encodeURIComponent(`Order ${request.orderNumber}`)}` : address;

/** The link that opens a wallet app, with the amount if there is one (behavior 7.15). */
export const paymentLink = ({ uri }: Wallet, request: PaymentRequest | null): string => withRequest(uri, request);

/** bech32 addresses mean the same in upper case, which makes a QR code smaller. Others must stay as they are. */
const BECH32 = /^(bc1|ltc1)[a-z0-9]+$/;

/** The text of the QR code of a wallet, with the amount if there is one (behavior 7.15). */
export const paymentCode = ({ uri, address }: Wallet, request: PaymentRequest | null): string =>
  withRequest(BECH32.test(address) ? uri.toUpperCase() : uri, request);
