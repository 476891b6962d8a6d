import { sql } from 'kysely';
import type { Db } from '../../db/types.ts';
import { findStartedWith } from '../audit/explained.queries.ts';

/** The facts to look at before a backup replaces a shop (behavior 1.12). */
export interface ShopSummary {
  /** The destinations of money and messages, as the last start had them; null if they were not set. */
  bitcoin: string | null;
  litecoin: string | null;
  /** The account keys, whose addresses orders get. */
  bitcoinKey: string | null;
  litecoinKey: string | null;
  seller: string | null;
  /** The names of the active owners. */
  owners: string[];
  /** How many passkeys the owners have. */
  passkeys: number;
  accounts: number;
}

/** Reads what a shop holds; null if it was never started. */
export const summarizeShop = async (db: Db): Promise<ShopSummary | null> => {
  const users = await db
    .selectFrom('users')
    .select(['username', 'role', 'status'])
    .select((select) =>
      select
        .selectFrom('passkeys')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('passkeys.user_id', '=', 'users.id')
        .as('passkeys'),
    )
    .where('deleted_at', 'is', null)
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .orderBy('username')
    .execute();
  const { accounts } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('accounts'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (accounts === 0) return null;
  const settings = await findStartedWith(db);
  return {
    bitcoin: settings.BTC_ADDRESS,
    litecoin: settings.LTC_ADDRESS,
    bitcoinKey: settings.BTC_XPUB,
    litecoinKey: settings.LTC_XPUB,
    seller: settings.TELEGRAM_SELLER,
    owners: users.map(({ username }) => username),
    passkeys: users.reduce((sum, owner) => sum + Number(owner.passkeys ?? 0), 0),
    accounts,
  };
};

/** The summary as lines, each with its title. */
export const summaryLines = (title: string, summary: ShopSummary | null): string[] => {
  if (!summary) return [`${title}: an empty database`];
  const { bitcoin, litecoin, bitcoinKey, litecoinKey, seller, owners, passkeys, accounts } = summary;
  const facts: [string, string][] = [
    ['Bitcoin', bitcoin ?? 'none'],
    ['Litecoin', litecoin ?? 'none'],
    ...(bitcoinKey === null ? [] : ([['BTC key', bitcoinKey]] as [string, string][])),
    ...(litecoinKey === null ? [] : ([['LTC key', litecoinKey]] as [string, string][])),
    ['Seller', seller ?? 'none'],
    ['Owners', owners.join(', ') || 'none'],
    ['Passkeys', String(passkeys)],
    ['Accounts', String(accounts)],
  ];
  return [`${title}:`, ...facts.map(([name, value]) => `  ${name.padEnd(10)} ${value}`)];
};
