import type { FileStats } from '#domain/inventory-file.ts';
import type { PlanCounts } from '#domain/inventory-plan.ts';
import { describeLeftOut, type ListedRows } from '#domain/left-out-rows.ts';
import { counted } from '#domain/text.ts';
import { COMMAND_LINE } from '../features/audit/audit.queries.ts';
import { syncOnce } from '../features/feed/sync.service.ts';
import { importFile } from '../features/inventory/import-file.ts';
import { warningsFor } from '../features/inventory/plan-warnings.ts';
import type { Shop } from '../shop.ts';
import { CommandError } from './with-shop.ts';

/** Replaces the inventory from a menu file, or edits it from a table. Returns the text to print. */
export const runImport = async (shop: Shop, { file, dryRun }: { file: string; dryRun: boolean }): Promise<string> => {
  const done = await importFile(shop, file, { dryRun, actor: COMMAND_LINE }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new CommandError(`There is no file ${file}.`);
    if (error.code === 'EISDIR' || error.code === 'EACCES') throw new CommandError(`${file} cannot be read.`);
    throw error;
  });
  return [
    dryRun ? `Nothing was changed. The file would do this: ${done.message}` : done.message,
    formatCounts(done.counts),
    ...(done.stats ? [formatStats(done.stats)] : []),
    ...formatWarnings(done.warnings),
  ].join('\n');
};

const formatStats = ({ totalProducts, productsWithStock, categoriesFound }: FileStats): string =>
  `${counted(totalProducts, 'product')} in the file, ${productsWithStock} in stock, ` +
  counted(categoriesFound, 'category', 'categories');

const formatCounts = ({ added, changed, removed, unchanged }: PlanCounts): string =>
  `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged`;

const formatWarnings = (warnings: readonly string[]): string[] => [
  ...warnings.slice(0, 20).map((warning) => `Warning: ${warning}`),
  ...(warnings.length > 20 ? [`and ${counted(warnings.length - 20, 'more warning')}`] : []),
];

/** Syncs from the feed now. Returns the text to print. */
export const runSync = async (shop: Shop, { confirmLargeDrop }: { confirmLargeDrop: boolean }): Promise<string> => {
  const { counts, warnings, leftOut, held } = await syncOnce(shop, { actor: COMMAND_LINE, confirmLargeDrop });
  if (held?.outcome === 'waiting')
    return `Nothing was changed: the sync waits for a decision in the panel. ${held.reason}`;
  if (held) return `Nothing was changed: these prices were refused in the panel. ${held.reason}`;
  const lines = [formatCounts(counts), ...formatLeftOut(leftOut), ...formatWarnings(warningsFor(null, warnings))];
  return ['Synced from the feed', ...lines].join('\n');
};

const formatLeftOut = ({ count, rows }: ListedRows): string[] =>
  count === 0
    ? []
    : [
        `${describeLeftOut(count)}:`,
        ...rows.slice(0, 20).map(({ id, message }) => (id === null ? message : `${id}: ${message}`)),
        ...(count > 20 ? [`and ${counted(count - 20, 'more row')}`] : []),
      ];
