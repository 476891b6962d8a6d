/** The currencies, with the URI scheme (BIP21) that a wallet app opens. */
const CURRENCIES = [
  { key: 'btcAddress', name: 'Bitcoin', scheme: 'bitcoin' },
  { key: 'ltcAddress', name: 'Litecoin', scheme: 'litecoin' },
] as const;

export interface Wallet {
  name: string;
  address: string;
  /** A payment address that a wallet app opens (BIP21). */
  uri: string;
}

/** The wallets that are set (behavior 6.8). */
export const walletsOf = (shop: { btcAddress: string | null; ltcAddress: string | null }): Wallet[] =>
  CURRENCIES.flatMap(({ key, name, scheme }) => {
    const address = shop[key];
    return address ? [{ name, address, uri: `${scheme}:${address}` }] : [];
  });

/** An address in groups of four characters, which are easier to compare. */
export const inGroups = (address: string): string[] => address.match(/.{1,4}/g) ?? [];
