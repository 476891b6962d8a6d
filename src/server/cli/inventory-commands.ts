import type { FileStats } from '#domain/inventory-file.ts';
import type { PlanCounts } from '#domain/inventory-plan.ts';
import { counted } from '#domain/text.ts';
import type { Deps } from '../deps.ts';
import { syncOnce } from '../features/feed/sync.service.ts';
import { importFile } from '../features/inventory/import-file.ts';
import { CommandError } from './command-error.ts';

const ACTOR = 'command line';

/** Replaces the inventory from a menu file, or edits it from a table; answers what to say. */
export const runImport = async (deps: Deps, { file, dryRun }: { file: string; dryRun: boolean }): Promise<string> => {
  const done = await importFile(deps, file, { dryRun, actor: ACTOR }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new CommandError(`There is no file ${file}.`);
    if (error.code === 'EISDIR' || error.code === 'EACCES') throw new CommandError(`${file} cannot be read.`);
    throw error;
  });
  return [
    dryRun ? `Nothing was changed. The file would do this: ${done.message}` : done.message,
    inWords(done.counts),
    ...(done.stats ? [statsInWords(done.stats)] : []),
    ...shortList(done.warnings),
  ].join('\n');
};

const statsInWords = ({ totalProducts, productsWithStock, categoriesFound }: FileStats): string =>
  `${counted(totalProducts, 'product')} in the file, ${productsWithStock} in stock, ` +
  counted(categoriesFound, 'category', 'categories');

const inWords = ({ added, changed, removed, unchanged }: PlanCounts): string =>
  `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged`;

const shortList = (warnings: readonly string[]): string[] => [
  ...warnings.slice(0, 20).map((warning) => `Warning: ${warning}`),
  ...(warnings.length > 20 ? [`and ${counted(warnings.length - 20, 'more warning')}`] : []),
];

/** Syncs from the feed now; answers what to say. */
export const runSync = async (deps: Deps, { confirmLargeDrop }: { confirmLargeDrop: boolean }): Promise<string> => {
  const { counts, warnings } = await syncOnce(deps, { actor: ACTOR, confirmLargeDrop });
  return ['Synced from the feed', inWords(counts), ...shortList(warnings)].join('\n');
};
