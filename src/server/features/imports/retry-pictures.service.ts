import { randomUUID } from 'node:crypto';
import { ShopError } from '#contract/errors.ts';
import { ALIVE_MS } from '#domain/tasks.ts';
import { counted } from '#domain/text.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { insertTask, storeChangeOfTask } from '../tasks/tasks.queries.ts';
import { retryFailed } from './import-pictures.queries.ts';

/**
 * Lets the pictures of an import that failed be fetched again, as a new task (behavior 9.28).
 * @throws ShopError not_found if none of this task can be tried again
 */
export const retryFailedPictures = (
  database: ShopDatabase,
  { taskId, actor, now }: { taskId: string; actor: AuditActor; now: number },
): Promise<{ message: string; taskId: string }> =>
  database.write(async (tx, touch) => {
    const nextId = randomUUID();
    const failed = await retryFailed(tx, { taskId, nextId });
    if (failed === null) throw new ShopError('not_found');
    const { count, changeId } = failed;
    const label = `Fetch ${counted(count, 'picture')} again`;
    const task = { id: nextId, kind: 'pictures', userId: actor.id!, label, now, aliveUntil: now + ALIVE_MS } as const;
    await insertTask(tx, task);
    await storeChangeOfTask(tx, { id: nextId, changeId });
    touch('tasks');
    return { message: `Trying ${counted(count, 'picture')} again`, taskId: nextId };
  });
