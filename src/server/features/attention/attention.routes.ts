import { type AttentionItem, getAttention } from '#contract/attention.ts';
import { may, type Role } from '#domain/permissions.ts';
import type { Db } from '../../db/types.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { findWalletChanges } from '../settings/wallet-changes.ts';

/** What needs the attention of a user of the panel (behavior 10.8). */
export const registerAttention: Feature = (serve, { database, clock }) => {
  serve(getAttention, async ({ user: { role } }) => ({
    items: await findWalletAttention(database.read, { role, now: clock() }),
  }));
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
