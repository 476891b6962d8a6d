import { basename } from 'node:path';
import { counted } from '#domain/text.ts';
import { COMMAND_LINE } from '../features/audit/audit.queries.ts';
import { findLastChained } from '../features/audit/chain.queries.ts';
import { chainEntries } from '../features/audit/chain.service.ts';
import { checkEvidence, describeEnd } from '../features/audit/chain-check.ts';
import { exportEvidence } from '../features/audit/export-evidence.ts';
import { recordExport } from '../features/audit/record-export.ts';
import { backUp, restore } from '../features/backup/backup.service.ts';
import type { Shop } from '../shop.ts';

/** Writes a backup. Returns the text to print. */
export const runBackup = async ({ database, clock }: Shop, file: string): Promise<string> => {
  await chainEntries(database);
  const rows = await backUp(database, file, { actor: COMMAND_LINE, now: clock() });
  return `${rows} rows written to ${file}`;
};

/** Replaces the shop with a backup. Returns the text to print, with what is wrong in the evidence that came with it. */
export const runRestore = async ({ database, clock }: Shop, file: string): Promise<string> => {
  const rows = await restore(database, file, { actor: COMMAND_LINE, now: clock() });
  await chainEntries(database);
  const { lines, well } = await checkEvidence(database, { now: clock() });
  return [`${rows} rows restored from ${file}`, ...(well ? [] : lines)].join('\n');
};

/** Writes the evidence to a file. Returns the text to print. */
export const runAuditExport = async (
  shop: Shop,
  { file, names }: { file: string; names: boolean },
): Promise<string> => {
  const { database } = shop;
  const name = names ? 'audit with names' : 'audit';
  await recordExport(shop, COMMAND_LINE, { name });
  await chainEntries(database);
  const count = await exportEvidence(database, file, { names });
  const end = await findLastChained(database.read);
  return `${counted(count, 'entry', 'entries')} written to ${basename(file)}. The chain has ${describeEnd(end)}`;
};
