import { TASKS_SHOWN } from '#contract/tasks.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';
import { deleteOldTasks } from './tasks.queries.ts';

const EVERY_MS = 600_000;

/** Deletes tasks that are no longer shown, with the files of exports (behavior 10.30). */
export const startTaskPruning = (shop: Shop): BackgroundJob => repeat(EVERY_MS, shop.log, () => pruneTasks(shop));

export const pruneTasks = async ({ database, clock }: Pick<Shop, 'database' | 'clock'>): Promise<void> => {
  await database.write((tx) => deleteOldTasks(tx, { before: clock() - TASKS_SHOWN.milliseconds }));
};
