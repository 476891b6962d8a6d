import { isDeepStrictEqual } from 'node:util';
import { ShopError } from '#contract/errors.ts';
import { afterSaving } from '../../db/failures.ts';
import { lockSettings } from '../../db/locks.ts';
import type { Tx } from '../../db/types.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import { combine } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import { type AuditActor, actorOf, recordAudit, SYSTEM } from '../audit/audit.queries.ts';
import { isoTime } from '../audit/chain.queries.ts';
import type { WaitingWallet } from '../notices/notices.queries.ts';
import type { SignedIn } from '../users/sessions.ts';
import { findStoredSettings, type StoredSettings } from './list-settings.ts';
import { meansTheSame, panelAfter, putInForce, type SettingChange } from './put-in-force.service.ts';
import { deleteWaiting, findWaiting, storeWaiting, type WaitingRow } from './settings.queries.ts';
import { evidentText, findDifference } from './settings-record.ts';
import { renewed, waitOf, walletDelay, worksAt } from './wallet-delay.ts';
import { tellOfWallets } from './wallet-messages.ts';

/** A change of a wallet or of the seller: it begins to wait, or it takes a waiting one back. */
export interface WaitingChange extends SettingChange {
  begins: boolean;
}

/**
 * Decides what each change of a wallet does (behavior 12.5). A new value waits, and its time starts again. The value that
 * waits already changes nothing. The value in force takes the waiting one back.
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

/**
 * Stores such changes, with an entry for each. An entry of what waits has no text as its value, so that it does not count
 * as in force. Returns what begins to wait.
 */
export const changeWaiting = async (
  tx: Tx,
  shop: Pick<Shop, 'settings'>,
  changes: readonly WaitingChange[],
  { user, actor, now }: Act,
): Promise<WaitingWallet[]> => {
  const begun: WaitingWallet[] = [];
  for (const { name, text, begins } of changes) {
    if (!begins) {
      await takeBack(tx, { name, actor, now });
      continue;
    }
    const ends = now + walletDelay(shop);
    await storeWaiting(tx, { name, value: text, userId: user.userId, madeAt: now, worksAt: ends });
    begun.push(await recordWaiting(tx, { name, text, worksAt: ends, by: actor.name, actor, now }));
  }
  return begun;
};

interface Waiting extends SettingChange {
  worksAt: number;
  by: string;
  actor: AuditActor;
  now: number;
}

/** Records the waiting value, and returns it in the form for webhooks. */
const recordWaiting = async (tx: Tx, { name, text, by, actor, now, ...wait }: Waiting): Promise<WaitingWallet> => {
  const from = isoTime(wait.worksAt);
  const after = text === null ? null : evidentText(name, text);
  await recordAudit(tx, { actor, kind: 'settings', subject: name, after: { waits: after, from }, now });
  return { setting: name, after, from, by };
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
    if (waiting.some((row) => isDue(shop, row) || isToRenew(shop, row))) await applyDueSettings(shop);
  });

const isDue = (shop: Shop, row: WaitingRow): boolean => worksAt(shop, row) <= shop.clock();

/** Returns whether a change was made by a clock that was far ahead, or the clock is behind now. */
const isToRenew = (shop: Shop, row: WaitingRow): boolean => renewed(shop, waitOf(row)).ends !== row.works_at;

/**
 * Puts changes in force that have waited long enough, unless the clock by which they have is wrong. Of several processes,
 * one does.
 */
export const applyDueSettings = async (shop: Shop): Promise<void> => {
  const { database, trustedClock } = shop;
  if ((await findWaiting(database.read)).some((row) => isToRenew(shop, row))) await renewWaits(shop);
  for (;;) {
    const due = (await findWaiting(database.read)).filter((row) => isDue(shop, row));
    if (due.length === 0 || !(await trustedClock.mayExpire())) return;
    // An entry, and the list of settings, name one owner.
    await applyDue(
      shop,
      due.filter(({ user_id }) => user_id === due[0]!.user_id),
    );
  }
};

const applyDue = async (shop: Shop, due: readonly WaitingRow[]): Promise<void> => {
  const { database, currentSettings, clock } = shop;
  const direct = due.map((row): SettingChange => ({ name: row.name, text: row.value }));
  const stored = await findStoredSettings(database.read);
  const after = combine(currentSettings.given, panelAfter(currentSettings, stored.panel, direct)).settings;
  const difference = await findDifference(database.read, after, { ofPanel: currentSettings.walletsNotGiven });
  const isDone = await database.write(
    async (tx, touch) => {
      const still = await findWaiting(tx);
      if (!due.every((row) => still.some((other) => isDeepStrictEqual(row, other)))) return false;
      const maker = { userId: due[0]!.user_id };
      const act = { user: maker, actor: SYSTEM, now: clock() };
      if (!(await putInForce(tx, touch, shop, { stored, direct, difference, ...act }))) return false;
      for (const { name } of due) await deleteWaiting(tx, { name });
      return true;
    },
    { first: lockSettings },
  );
  if (isDone) await currentSettings.load(database);
};

/** Starts the time again of changes that were made by a clock that was far ahead: they work neither earlier nor never. */
const renewWaits = async (shop: Shop): Promise<void> => {
  const { database, clock } = shop;
  await database.write(
    async (tx, touch) => {
      const now = clock();
      const begun: WaitingWallet[] = [];
      for (const row of (await findWaiting(tx)).filter((each) => isToRenew(shop, each))) {
        const { name, value, user_id, username } = row;
        const { began, ends } = renewed(shop, waitOf(row));
        await storeWaiting(tx, { name, value, userId: user_id, madeAt: began, worksAt: ends });
        begun.push(await recordWaiting(tx, { name, text: value, worksAt: ends, by: username, actor: SYSTEM, now }));
      }
      if (begun.length === 0) return;
      const { panel } = await findStoredSettings(tx);
      await tellOfWallets(tx, touch, shop, { before: panel, after: panel, begun });
      touch('settings', []);
    },
    { first: lockSettings },
  );
  await shop.currentSettings.load(database);
};
