import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as contract from '#contract/inventory.ts';
import { UPLOAD_TIMEOUT_MS } from '#domain/constants.ts';
import { addressOf, call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';
import { type UploadOptions, uploadFile } from '../upload.ts';
import { syncStatusKey } from './feed.ts';

export const LOAD_FAILED = 'Failed to load inventory data';

/**
 * Keys of the panel begin with "admin" and the subject of the live event that makes them old, so that an event
 * "inventory" invalidates `['admin', 'inventory']` and all that hangs below it.
 */
const inventoryKey = ['admin', 'inventory'] as const;
const itemsKey = [...inventoryKey, 'items'] as const;
/** The history hangs below the inventory: whatever changes an item adds to it. */
export const changesKey = [...inventoryKey, 'changes'] as const;

/** The whole inventory as admins see it; searched, filtered and sorted in the browser. Takes a bare list too (§7). */
export const inventoryQuery = queryOptions({
  queryKey: itemsKey,
  queryFn: async ({ signal }): Promise<contract.AdminItem[]> => {
    const answer: { inventory: contract.AdminItem[] } | contract.AdminItem[] = await call(contract.getAdminInventory, {
      signal,
      fallback: LOAD_FAILED,
    });
    return Array.isArray(answer) ? answer : answer.inventory;
  },
  ...adminQueryDefaults,
});

/** Everything that hangs on the inventory is old: items, history, and what the card says. */
export const reloadInventory = async (queryClient: QueryClient): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: inventoryKey }),
    queryClient.invalidateQueries({ queryKey: syncStatusKey }),
  ]);
};

/**
 * Puts an item that a call has answered into the list at once. A load under way may rest on what was before: it is
 * dropped and made again.
 */
export const putItem = async (queryClient: QueryClient, item: contract.AdminItem): Promise<void> => {
  const loading = queryClient.isFetching({ queryKey: itemsKey }) > 0;
  if (loading) await queryClient.cancelQueries({ queryKey: itemsKey });
  queryClient.setQueryData(inventoryQuery.queryKey, (items) =>
    items?.map((other) => (other.id === item.id ? item : other)),
  );
  if (loading) void queryClient.invalidateQueries({ queryKey: itemsKey });
  void queryClient.invalidateQueries({ queryKey: changesKey });
};

/** The fields that the list edits, as the API names them. */
export interface EditableValues {
  markupDollars: number;
  isActive: boolean;
  weightLabel: string | null;
  description: string | null;
}
export type EditableField = keyof EditableValues;

type WeightLabelInput = Parameters<typeof call<typeof contract.setWeightLabel>>[1]['body']['weightLabel'];

/** The calls that save one field, each with the value the edit rests on. */
export const saveField: {
  [Field in EditableField]: (id: number, value: EditableValues[Field], expected: unknown) => Promise<Edited>;
} = {
  markupDollars: (id, markupDollars, expected) =>
    call(contract.setMarkup, { params: params(id), body: { markupDollars, expected } }),
  isActive: (id, isActive, expected) => call(contract.setActive, { params: params(id), body: { isActive, expected } }),
  weightLabel: (id, weightLabel, expected) =>
    call(contract.setWeightLabel, {
      params: params(id),
      body: { weightLabel: weightLabel as WeightLabelInput, expected },
    }),
  description: (id, description, expected) =>
    call(contract.setDescription, { params: params(id), body: { description, expected } }),
};

interface Edited {
  message: string;
  item: contract.AdminItem;
  changeId: number | null;
}

const params = (id: number) => ({ id: String(id) });

export const applyMarkupToAll = (percentage: number) => call(contract.applyBulkMarkup, { body: { percentage } });

type Bulk = Parameters<typeof call<typeof contract.editMany>>[1]['body'];

export const editItems = (bulk: Bulk) => call(contract.editMany, { body: bulk });
export type BulkSet = NonNullable<Bulk['set']>;
export type OwnableField = NonNullable<Bulk['giveBack']>[number];

/** Gives doubtful labels the suggested one, those of the given items or all. */
export const correctLabels = (ids?: number[]) => call(contract.fixLabels, { body: ids ? { ids } : {} });

type Watching = Omit<UploadOptions, 'timeoutMs'>;

/** What the replacement of the inventory would do, as a dry run answers it. */
export type ReplacePreview = contract.ReplaceResult & { planHash: string; rows: contract.PlanRow[] };

/** Says what a file would do to the inventory, and does nothing. */
export const previewReplacement = (file: File, options: Watching) =>
  uploadFile<ReplacePreview>(addressOf(contract.replaceInventory, {}, { dryRun: true }), file, {
    ...options,
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });

/** Replaces the whole inventory by the file, if the plan is still the one that was shown. */
export const replaceInventory = (file: File, planHash: string, options: Watching) =>
  uploadFile<contract.ReplaceResult>(addressOf(contract.replaceInventory, {}, { planHash }), file, {
    ...options,
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });
