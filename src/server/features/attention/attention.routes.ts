import { type AttentionItem, getAttention } from '#contract/attention.ts';
import { may, type Role } from '#domain/permissions.ts';
import type { Db } from '../../db/types.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { countPaymentSent } from '../receipts/receipt-reads.queries.ts';
import { findWalletChanges } from '../settings/wallet-changes.ts';

/** What needs the attention of a user of the panel (behavior 10.8). */
export const registerAttention: Feature = (serve, { database, clock }) => {
  serve(getAttention, async ({ user: { role } }) => {
    const found = await Promise.all([
      findPaymentAttention(database.read, { role }),
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
