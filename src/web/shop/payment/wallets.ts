/** The coins, with the URI scheme (BIP21) that a wallet app opens. */
const COINS = [
  { coin: 'BTC', key: 'btcAddress', name: 'Bitcoin', scheme: 'bitcoin' },
  { coin: 'LTC', key: 'ltcAddress', name: 'Litecoin', scheme: 'litecoin' },
] as const;

export interface Wallet {
  coin: (typeof COINS)[number]['coin'];
  name: string;
  address: string;
  /** A payment address that a wallet app opens (BIP21). */
  uri: string;
}

/** The wallets that are set (behavior 6.8). */
export const walletsOf = (shop: { btcAddress: string | null; ltcAddress: string | null }): Wallet[] =>
  COINS.flatMap(({ coin, key, name, scheme }) => {
    const address = shop[key];
    return address ? [{ coin, name, address, uri: `${scheme}:${address}` }] : [];
  });

/** An address in groups of four characters, which are easier to compare. */
export const inGroups = (address: string): string[] => address.match(/.{1,4}/g) ?? [];
