import type { QueryClient } from '@tanstack/react-query';
import * as contract from '#contract/inventory.ts';
import * as pictures from '#contract/item-pictures.ts';
import type { PlanRow } from '#contract/plans.ts';
import { UPLOAD_TIMEOUT_MS } from '#domain/constants.ts';
import type { WrittenTier } from '#domain/tiers.ts';
import { addressOf, call } from '../client.ts';
import { panelList } from '../panel-list.ts';
import { type UploadOptions, uploadFile } from '../upload.ts';
import { editItem } from './inventory-items.ts';

/** The fields that the list edits, as the API names them. */
export interface EditableValues {
  /** The base price in dollars. */
  price: number;
  markupDollars: number;
  isActive: boolean;
  weightLabel: string | null;
  description: string | null;
  tiers: WrittenTier[];
  /** Addresses. */
  images: string[];
  /** Null for the shop's own threshold. */
  lowStock: number | null;
}
export type EditableField = keyof EditableValues;

interface Edited {
  message: string;
  item: contract.AdminItem;
  /** Null if the stored value was the same already. */
  changeId: number | null;
}

type WeightLabelInput = Parameters<typeof call<typeof contract.setWeightLabel>>[1]['body']['weightLabel'];

const params = (id: number) => ({ id: String(id) });

/**
 * The calls that save one field of one item. `expected` is the value that the edit is based on.
 *
 * @throws {ApiError} `value_moved`, with the item, if another value is stored by now (behavior 9.4).
 */
export const saveField: {
  [Field in EditableField]: (
    client: QueryClient,
    id: number,
    value: EditableValues[Field],
    expected: unknown,
  ) => Promise<Edited>;
} = {
  price: (client, id, price, expected) => editItem(client, id, { price, expected: { price: expected } }),
  markupDollars: (client, id, markupDollars, expected) =>
    panelList(client).send(() => call(contract.setMarkup, { params: params(id), body: { markupDollars, expected } })),
  isActive: (client, id, isActive, expected) =>
    panelList(client).send(() => call(contract.setActive, { params: params(id), body: { isActive, expected } })),
  weightLabel: (client, id, weightLabel, expected) => {
    const body = { weightLabel: weightLabel as WeightLabelInput, expected };
    return panelList(client).send(() => call(contract.setWeightLabel, { params: params(id), body }));
  },
  description: (client, id, description, expected) =>
    panelList(client).send(() =>
      call(contract.setDescription, { params: params(id), body: { description, expected } }),
    ),
  tiers: (client, id, tiers, expected) =>
    panelList(client).send(() => call(contract.setTiers, { params: params(id), body: { tiers, expected } })),
  images: (client, id, images, expected) => {
    const body = { images, expected: expected as string[] };
    return panelList(client).send(() => call(pictures.setPictures, { params: params(id), body }));
  },
  lowStock: (client, id, lowStock, expected) =>
    panelList(client).send(() => call(contract.setLowStock, { params: params(id), body: { lowStock, expected } })),
};

/** Sets the markup of all items to a percentage of the base price (behavior 9.5). */
export const applyMarkupToAll = (percentage: number) =>
  call(contract.applyBulkMarkup, { body: { percentage }, timeoutMs: UPLOAD_TIMEOUT_MS });

/** A price rule as the dialog has it. */
export type PriceRuleInput = Pick<
  Parameters<typeof call<typeof contract.applyPriceRule>>[1]['body'],
  'kind' | 'value' | 'rounding'
>;

/** Shows what a price rule would do to these items (behavior 9.16). */
export const previewPriceRule = (ids: number[], rule: PriceRuleInput, signal: AbortSignal) =>
  call(contract.applyPriceRule, { body: { ids, ...rule, dryRun: true }, signal, timeoutMs: UPLOAD_TIMEOUT_MS });

/** Sets the prices of these items by a rule. */
export const applyPriceRule = (ids: number[], rule: PriceRuleInput, idempotencyKey: string) =>
  call(contract.applyPriceRule, { body: { ids, ...rule }, idempotencyKey, timeoutMs: UPLOAD_TIMEOUT_MS });

type Bulk = Parameters<typeof call<typeof contract.editMany>>[1]['body'];

/** Edits several items in one change-set, or gives fields back to the feed. */
export const editItems = (bulk: Bulk) => call(contract.editMany, { body: bulk, timeoutMs: UPLOAD_TIMEOUT_MS });
export type BulkSet = NonNullable<Bulk['set']>;
export type OwnableField = NonNullable<Bulk['giveBack']>[number];

/** Replaces doubtful labels with the suggested ones, for the given items or for all (behavior 9.1). */
export const correctLabels = (ids?: number[]) =>
  call(contract.fixLabels, { body: ids ? { ids } : {}, timeoutMs: UPLOAD_TIMEOUT_MS });

type ProgressOptions = Omit<UploadOptions, 'timeoutMs'>;

/** Uploads a picture of one item, which becomes its first one (behavior 9.19). */
export const uploadPicture = (client: QueryClient, id: number, file: File, options: ProgressOptions) =>
  uploadToItem(client, addressOf(pictures.uploadPicture, params(id)), file, options);

/** Uploads the file of an item's lab result, a PDF or a picture (behavior 9.19). */
export const uploadLabFile = (client: QueryClient, id: number, file: File, options: ProgressOptions) =>
  uploadToItem(client, addressOf(pictures.uploadLabFile, params(id)), file, options);

const uploadToItem = (client: QueryClient, address: string, file: File, options: ProgressOptions) =>
  panelList(client).send(() => uploadFile<Edited>(address, file, { ...options, timeoutMs: UPLOAD_TIMEOUT_MS }));

/** The result of a dry run: the plan of the replacement (behavior 9.8). */
export type ReplacePreview = contract.ReplaceResult & { planHash: string; rows: PlanRow[] };

/** Returns the plan of a replacement, and changes nothing. */
export const previewReplacement = (file: File, options: ProgressOptions) =>
  uploadFile<ReplacePreview>(addressOf(contract.replaceInventory, {}, { dryRun: true }), file, {
    ...options,
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });

/** Replaces the whole inventory with the file, if the plan is still the one that was shown. */
export const replaceInventory = (file: File, planHash: string, options: ProgressOptions) =>
  uploadFile<contract.ReplaceResult>(addressOf(contract.replaceInventory, {}, { planHash }), file, {
    ...options,
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });
