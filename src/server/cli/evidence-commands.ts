import { basename } from 'node:path';
import { counted } from '#domain/text.ts';
import { COMMAND_LINE } from '../features/audit/audit.queries.ts';
import { findLastChained } from '../features/audit/chain.queries.ts';
import { chainEntries } from '../features/audit/chain.service.ts';
import { describeEnd } from '../features/audit/chain-check.ts';
import { exportEvidence } from '../features/audit/export-evidence.ts';
import { recordExport } from '../features/audit/record-export.ts';
import type { Shop } from '../shop.ts';

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
