import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { ShopError } from '#contract/errors.ts';
import { CSV_CALLS } from '#contract/exports.ts';
import { TASKS_SHOWN } from '#contract/tasks.ts';
import { may } from '#domain/permissions.ts';
import { EXPORT_WITHDRAWN, type ExportList, exportedList, exportKind } from '#domain/tasks.ts';
import { counted } from '#domain/text.ts';
import type { Touch, Tx } from '../../db/types.ts';
import { type CountedTable, csvLines, readForExport } from '../../http/csv.ts';
import type { Shop } from '../../shop.ts';
import { actorOf, recordAudit } from '../audit/audit.queries.ts';
import { exportAct } from '../audit/record-export.ts';
import type { Once } from '../idempotency/once.ts';
import type { CallLimit } from '../limits/call-limits.ts';
import { endTask } from '../tasks/tasks.queries.ts';
import type { RunningTask } from '../tasks/tasks.ts';
import type { SignedIn } from '../users/sessions.ts';
import { findUserById } from '../users/users.queries.ts';
import { countDeletions, findFile, insertFile, lockDeletions } from './exports.queries.ts';

/** How many exports a user may start: their files are in the database for a day. */
const EXPORTS: CallLimit = { most: 60, milliseconds: 3_600_000 };

/**
 * Starts the export of a list and returns the id of its task (behavior 10.30). The same caller and key start it once.
 * @throws ShopError not_allowed, reauthentication_needed (403), rate_limited (429)
 */
export const startExport = async (
  shop: Shop,
  user: SignedIn,
  { list, table, key }: { list: ExportList; table: CountedTable; key: string | null },
): Promise<Once<{ id: string }>> => {
  await requireAccess(shop, user, list);
  await shop.limits.require(`export ${user.userId}`, EXPORTS);
  return shop.tasks.start(
    {
      kind: exportKind(list),
      user,
      label: `Export ${list}`,
      keyed: { call: 'exports.start', scope: user.userId, key },
    },
    async (task) => {
      const file = await readFile(shop, table, task);
      const message = `Exported ${counted(file.rows, list.slice(0, -1))}. The file is kept for a day.`;
      await shop.database.write(
        (tx, touch) => storeFile(tx, touch, { ...file, table, list, message, task, now: shop.clock() }),
        { long: true },
      );
      return { message };
    },
  );
};

/**
 * The list and the text of a file, for the user who started its export.
 * @throws ShopError not_found (404); not_allowed, reauthentication_needed (403) for a user who could not start it now
 */
export const openExport = async (
  shop: Shop,
  user: SignedIn,
  { id }: { id: string },
): Promise<{ list: ExportList; csv: Readable }> => {
  const from = shop.clock() - TASKS_SHOWN.milliseconds;
  const file = await findFile(shop.database.read, { id, userId: user.userId, from });
  const list = file && exportedList(file.kind);
  if (!file || !list) throw new ShopError('not_found');
  await requireAccess(shop, user, list);
  return { list, csv: Readable.from([Buffer.from(file.content, 'base64')]).pipe(createGunzip()) };
};

/** @throws ShopError not_allowed, passkey_needed, reauthentication_needed (403), as the CSV call of the list does */
const requireAccess = async ({ sessions }: Shop, user: SignedIn, list: ExportList): Promise<void> => {
  const { access, reauthentication } = CSV_CALLS[list];
  await sessions.requireAccess(user, access);
  if (reauthentication) await sessions.requireReauthentication(user, reauthentication);
};

interface File {
  rows: number;
  /** How many accounts were deleted before it. */
  deletions: number;
  /** CSV, gzipped and in base64. A million receipts take about 50 MB. */
  content: string;
}

/** Reads a table as it is at one moment. */
const readFile = (shop: Shop, table: CountedTable, task: RunningTask): Promise<File> =>
  readForExport(shop, async (db) => {
    const deletions = await countDeletions(db);
    const total = await table.count(db);
    let rows = 0;
    task.report(rows, total);
    const onRows = (count: number) => {
      rows += count;
      task.report(rows, total);
    };
    const chunks: Buffer[] = [];
    await pipeline(Readable.from(csvLines(table, db, { onRows })), createGzip(), async (zipped) => {
      for await (const chunk of zipped) chunks.push(chunk);
    });
    return { rows, deletions, content: Buffer.concat(chunks).toString('base64') };
  });

/**
 * Stores the file together with the end of its task and the evidence, so that a file without its evidence, or half a file,
 * cannot be. None is stored for somebody who lost the right in between.
 * @throws ShopError not_found (404) if an account was deleted since, not_allowed (403)
 */
const storeFile = async (
  tx: Tx,
  touch: Touch,
  {
    table,
    list,
    deletions,
    content,
    message,
    task: { id },
    now,
  }: File & { table: CountedTable; list: ExportList; message: string; task: RunningTask; now: number },
): Promise<void> => {
  if ((await lockDeletions(tx)) !== deletions) throw new ShopError('not_found', { message: EXPORT_WITHDRAWN });
  const user = await findUserById(tx, table.by.userId);
  if (user?.status !== 'active' || !may(user.role, CSV_CALLS[list].access)) throw new ShopError('not_allowed');
  if (!(await endTask(tx, { id, state: 'done', message, changeId: null, now }))) throw new ShopError('not_found');
  await insertFile(tx, { id, content });
  await recordAudit(tx, exportAct(actorOf(table.by), table, now));
  touch('tasks');
};
