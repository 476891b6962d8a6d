import type { Coin } from '#domain/quotes.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { addressAt, type DerivedAddress, knownAccountKey } from '../../lib/account-key.ts';

export interface WantedAddresses {
  coin: Coin;
  xpub: string;
  from: number;
  count: number;
}

/** The addresses of a key from a position on. Curves are slow, so many of them are a job for the worker thread. */
export const deriveAddresses = async (
  _database: ShopDatabase | null,
  { coin, xpub, from, count }: WantedAddresses,
): Promise<DerivedAddress[]> => {
  const key = knownAccountKey(coin, xpub);
  return Array.from({ length: count }, (_, index) => addressAt(key, from + index));
};
