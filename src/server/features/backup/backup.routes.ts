import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createBackup } from '#contract/tasks.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import type { Shop } from '../../shop.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { chainEntries } from '../audit/chain.service.ts';
import { answerOnce, findMade, type KeyedCall } from '../idempotency/idempotency.queries.ts';
import type { SignedIn } from '../users/sessions.ts';
import { countBackedUp } from './backup.service.ts';

/** The folder of backups in DATA_DIR. */
const BACKUPS = 'backups';

/** Older unfinished files are those of a process that was killed. */
const LEFT_AFTER_MS = 3_600_000;

/** A backup at the press of a button (behavior 1.12). */
export const registerBackups: Feature = (serve, shop) => {
  serve(createBackup, async ({ user, request }) => {
    const keyed: KeyedCall = { call: 'backups.create', scope: user.userId, key: idempotencyKey(request) };
    return (await findMade<Backup>(shop.database.read, keyed)) ?? makeBackup(shop, user, keyed);
  });
};

interface Backup {
  message: string;
  name: string;
  bytes: number;
}

/**
 * Makes a backup in DATA_DIR/backups, one at a time over all processes. It goes on when the caller is gone, who gets it
 * by repeating the call with its key.
 * @throws ShopError backup_running (409)
 */
const makeBackup = async (
  { settings, database, clock, tasks, backupJobs }: Shop,
  user: SignedIn,
  keyed: KeyedCall,
): Promise<Backup> =>
  tasks.run({ kind: 'backup', user, label: 'Back up the shop', alone: 'backup_running' }, async (task) => {
    const folder = join(settings.DATA_DIR, BACKUPS);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeLeftovers(folder);
    // The end of the evidence is in the first line.
    await chainEntries(database);
    const now = clock();
    const name = nameAt(now);
    const file = join(folder, name);
    const rows = await countBackedUp(database);
    await backupJobs.run('backUpToFile', { file, rows, actor: actorOf(user), now }, { items: rows, task });
    const backup = { message: `Backup made: ${name}`, name, bytes: (await stat(file)).size };
    await database.write((tx) => answerOnce(tx, { ...keyed, userId: user.userId, now }, async () => backup));
    return backup;
  });

/** "greenroom-2026-07-01-120000-1f3a.gz", in UTC. Two of the same second are two files. */
const nameAt = (now: number): string => {
  const [day, time] = new Date(now).toISOString().split('T') as [string, string];
  return `greenroom-${day}-${time.slice(0, 8).replaceAll(':', '')}-${randomUUID().slice(0, 4)}.gz`;
};

const removeLeftovers = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.unfinished')) continue;
    const path = join(folder, name);
    if (Date.now() - (await stat(path)).mtimeMs > LEFT_AFTER_MS) await rm(path, { force: true });
  }
};
