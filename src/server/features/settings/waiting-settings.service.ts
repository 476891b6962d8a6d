import { ShopError } from '#contract/errors.ts';
import type { SettingName } from '#contract/setting-list.ts';
import { afterSaving } from '../../db/failures.ts';
import { lockSettings } from '../../db/locks.ts';
import type { Touch, Tx } from '../../db/types.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import { combine } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import { type AuditActor, actorOf, recordAudit, SYSTEM } from '../audit/audit.queries.ts';
import { isoTime } from '../audit/chain.queries.ts';
import { recordNotice, type WaitingWallet } from '../notices/notices.queries.ts';
import type { SignedIn } from '../users/sessions.ts';
import { findStoredSettings, type StoredSettings } from './list-settings.ts';
import { meansTheSame, panelAfter, putInForce, type SettingChange } from './put-in-force.service.ts';
import { deleteWaiting, findWaiting, storeWaiting, type WaitingRow } from './settings.queries.ts';
import { findDifference } from './settings-record.ts';

const HOUR_MS = 3_600_000;

/** A change of a wallet or of the seller: it begins to wait, or it takes a waiting one back. */
export interface WaitingChange extends SettingChange {
  begins: boolean;
}

/**
 * What changes of wallets do (behavior 12.5): another value waits, and starts the time anew. The waiting one again changes
 * nothing. The one in force takes the waiting one back.
 */
export const waitingChanges = (
  changes: readonly SettingChange[],
  { stored, before }: { stored: StoredSettings; before: readonly WaitingRow[] },
): WaitingChange[] =>
  changes.flatMap((change): WaitingChange[] => {
    const waiting = before.find(({ name }) => name === change.name);
    const isInForce = meansTheSame(change.name, change.text, stored.panel[change.name] ?? null);
    if (isInForce) return waiting ? [{ ...change, begins: false }] : [];
    if (waiting && meansTheSame(change.name, change.text, waiting.value)) return [];
    return [{ ...change, begins: true }];
  });

interface Act {
  user: { userId: string };
  actor: AuditActor;
  now: number;
}

/** Stores such changes, with an entry for each, and tells the seller's webhook what waits. Its value is no text, so that it does not count as in force. */
export const changeWaiting = async (
  tx: Tx,
  touch: Touch,
  { settings }: Shop,
  changes: readonly WaitingChange[],
  { user, actor, now }: Act,
): Promise<void> => {
  const wallets: WaitingWallet[] = [];
  for (const { name, text, begins } of changes) {
    if (!begins) {
      await takeBack(tx, { name, actor, now });
      continue;
    }
    const worksAt = now + settings.WALLET_DELAY_HOURS * HOUR_MS;
    await storeWaiting(tx, { name, value: text, userId: user.userId, worksAt, now });
    const from = isoTime(worksAt);
    wallets.push({ setting: name, after: text, from, by: actor.name });
    await recordAudit(tx, { actor, kind: 'settings', subject: name, after: { waits: text, from }, now });
  }
  if (wallets.length > 0 && settings.ORDER_WEBHOOK_URL) {
    await recordNotice(tx, touch, { event: 'settings.wallet_pending', wallets, now });
  }
};

const takeBack = async (
  tx: Tx,
  { name, actor, now }: { name: string; actor: AuditActor; now: number },
): Promise<boolean> => {
  if (!(await deleteWaiting(tx, { name }))) return false;
  await recordAudit(tx, { actor, kind: 'settings', subject: name, after: { waits: false }, now });
  return true;
};

/** Takes back a change that waits. @throws ShopError not_found (404) if none does */
export const takeBackSetting = async (shop: Shop, user: SignedIn, { name }: { name: string }): Promise<void> => {
  const { database, clock } = shop;
  await database.write(
    async (tx, touch) => {
      const isWaiting = (await findWaiting(tx)).some((row) => row.name === name);
      if (!isWaiting) throw new ShopError('not_found');
      await takeBack(tx, { name, actor: actorOf(user), now: clock() });
      touch('settings', []);
    },
    { first: lockSettings },
  );
  await afterSaving(() => shop.currentSettings.update());
};

const LOOK_MS = 1000;

export const startApplyingSettings = (shop: Shop): BackgroundJob =>
  repeat({ name: 'settings', every: LOOK_MS, log: shop.log }, async () => {
    const { waiting } = shop.currentSettings;
    if (waiting.some((row) => row.works_at <= shop.clock())) await applyDueSettings(shop);
  });

/** Puts changes in force that have waited long enough. Of several processes, one does. */
export const applyDueSettings = async (shop: Shop): Promise<void> => {
  const { database, currentSettings, clock } = shop;
  for (;;) {
    const due = (await findWaiting(database.read)).filter((row) => row.works_at <= clock());
    if (due.length === 0) return;
    const direct = due.map((row): SettingChange => ({ name: row.name as SettingName, text: row.value }));
    const stored = await findStoredSettings(database.read);
    const after = combine(currentSettings.given, panelAfter(currentSettings, stored.panel, direct)).settings;
    const difference = await findDifference(database.read, after, {
      ofPanel: currentSettings.walletsNotGiven,
    });
    const isDone = await database.write(
      async (tx, touch) => {
        const now = clock();
        const still = (await findWaiting(tx)).filter((row) => row.works_at <= now);
        if (JSON.stringify(still) !== JSON.stringify(due)) return false;
        for (const { name } of due) await deleteWaiting(tx, { name });
        const maker = { userId: due[0]!.user_id };
        return putInForce(tx, touch, shop, { stored, direct, difference, user: maker, actor: SYSTEM, now });
      },
      { first: lockSettings },
    );
    if (isDone) await currentSettings.load(database);
  }
};
