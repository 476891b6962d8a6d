import { type AttentionItem, getAttention } from '#contract/attention.ts';
import { may, type Role } from '#domain/permissions.ts';
import { MANUAL_RATES_OLD_MS } from '#domain/quotes.ts';
import type { Db } from '../../db/types.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import type { Settings } from '../../settings.ts';
import { findRates, rateSource } from '../rates/rates.queries.ts';
import { countPaymentSent } from '../receipts/receipt-reads.queries.ts';
import { findWalletChanges } from '../settings/wallet-changes.ts';

/** What needs the attention of a user of the panel (behavior 10.8). */
export const registerAttention: Feature = (serve, { database, settings, clock }) => {
  serve(getAttention, async ({ user: { role } }) => {
    const found = await Promise.all([
      findPaymentAttention(database.read, { role }),
      findRatesAttention(database.read, { role, settings, now: clock() }),
      findWalletAttention(database.read, { role, now: clock() }),
    ]);
    return { items: found.flat() };
  });
};

/** Members who say that they have paid. */
const findPaymentAttention = async (db: Db, { role }: { role: Role }): Promise<AttentionItem[]> => {
  if (!may(role, 'orders.write')) return [];
  const { count, oldest } = await countPaymentSent(db);
  if (count === 0 || oldest === null) return [];
  return [
    {
      kind: 'payment_sent',
      count,
      oldest: new Date(oldest).toISOString(),
      link: '/admincp?tab=receipts&paymentSent=true',
    },
  ];
};

/** Rates that an owner set a day ago or earlier. */
const findRatesAttention = async (
  db: Db,
  { role, settings, now }: { role: Role; settings: Settings; now: number },
): Promise<AttentionItem[]> => {
  if (!may(role, 'settings.write') || rateSource(settings) === 'url') return [];
  const { at, BTC, LTC } = await findRates(db, { settings, now });
  if (at === null || now - at <= MANUAL_RATES_OLD_MS || (BTC === null && LTC === null)) return [];
  return [
    { kind: 'rates_old', count: 1, oldest: new Date(at).toISOString(), link: '/admincp?tab=receipts&rates=open' },
  ];
};

/** Every role sees it: whoever tells a member where to pay must know. */
const findWalletAttention = async (db: Db, { role, now }: { role: Role; now: number }): Promise<AttentionItem[]> => {
  const changes = await findWalletChanges(db, { now });
  if (changes.length === 0) return [];
  return [
    {
      kind: 'wallet_changed',
      count: changes.length,
      oldest: new Date(Math.min(...changes)).toISOString(),
      link: may(role, 'audit.read') ? '/admincp?tab=activity&group=shop' : '/admincp',
    },
  ];
};
