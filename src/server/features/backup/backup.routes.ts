import { createBackup, listBackups } from '#contract/tasks.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import type { Shop } from '../../shop.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { findMade, type KeyedCall, oncePerKey } from '../idempotency/idempotency.queries.ts';
import type { Once } from '../idempotency/once.ts';
import type { SignedIn } from '../users/sessions.ts';
import { BY_OWNERS } from './kept-backups.ts';
import { listBackups as listFiles } from './list-backups.ts';
import { backupFolder, makeBackup, removeSuperfluous, type StoredBackup } from './make-backup.ts';

/** A stolen session fills the disk no faster. */
const BACKUPS_OF_A_USER = { most: 10, milliseconds: 3_600_000 };

/** The backups of this machine, and one at the press of a button (behavior 1.12). */
export const registerBackups: Feature = (serve, shop) => {
  serve(listBackups, async () => {
    const backups = await listFiles(backupFolder(shop.settings));
    return { backups: backups.map(({ at, ...backup }) => ({ ...backup, at: new Date(at).toISOString() })) };
  });

  serve(createBackup, async ({ user, key }) => {
    const keyed: KeyedCall = { call: 'backups.create', scope: user.userId, key };
    const made = await findMade<Answer>(shop.database, keyed);
    if (made) return made;
    await shop.limits.require(`backups ${user.userId}`, BACKUPS_OF_A_USER);
    return backUpNow(shop, user, keyed);
  });
};

interface Answer extends StoredBackup {
  message: string;
}

/**
 * Makes a backup, one at a time over all processes. It goes on when the caller is gone, who gets it by repeating the call
 * with its key. Older ones make room for it.
 * @throws ShopError backup_running (409)
 */
const backUpNow = (shop: Shop, user: SignedIn, keyed: KeyedCall): Promise<Once<Answer>> =>
  shop.tasks.run({ kind: 'backup', user, label: 'Back up the shop', alone: 'backup_running' }, async (task) => {
    const made = await makeBackup(shop, { actor: actorOf(user), prefix: BY_OWNERS, task });
    await removeSuperfluous(shop, BY_OWNERS);
    const message = made.verified
      ? `Backup made: ${made.name}`
      : `The backup ${made.name} could not be restored for a check. Please keep older ones.`;
    const answer = { message, ...made };
    const now = shop.clock();
    const kept = { ...keyed, userId: user.userId, now };
    return (await shop.database.write((tx) => oncePerKey(tx, kept, async () => answer))).made;
  });
