/** The two currencies of specification §1, with the scheme of BIP21 that a wallet understands. */
const CURRENCIES = [
  { key: 'btcAddress', name: 'Bitcoin', scheme: 'bitcoin' },
  { key: 'ltcAddress', name: 'Litecoin', scheme: 'litecoin' },
] as const;

export interface Wallet {
  name: string;
  address: string;
  /** BIP21. */
  uri: string;
}

/** The wallets this shop has; an unset address has no place on the screen (decisions §8). */
export const walletsOf = (shop: { btcAddress: string | null; ltcAddress: string | null }): Wallet[] =>
  CURRENCIES.flatMap(({ key, name, scheme }) => {
    const address = shop[key];
    return address ? [{ name, address, uri: `${scheme}:${address}` }] : [];
  });

/** An address in groups of four, as people compare it. */
export const inGroups = (address: string): string[] => address.match(/.{1,4}/g) ?? [];
