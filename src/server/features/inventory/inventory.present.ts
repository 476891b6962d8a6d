import { createHash } from 'node:crypto';
import type { AdminItem, OwnableName } from '#contract/inventory.ts';
import type { PlanRow as PresentedRow } from '#contract/plans.ts';
import { categoryMapOf } from '#domain/category-map.ts';
import { isLowOnStock, type OwnableField } from '#domain/inventory-item.ts';
import { type ItemField, isVisible, type Plan, type PlanRow, sameValue } from '#domain/inventory-plan.ts';
import type { LabResult } from '#domain/lab-result.ts';
import { checkItemLabel } from '#domain/label-check.ts';
import { centsToDollars } from '#domain/money.ts';
import { finalPriceCents } from '#domain/pricing.ts';
import { type Tier, writtenTiers } from '#domain/tiers.ts';
import { imageAddress, presentLab } from '../pictures/shop-addresses.ts';
import type { StoredItem } from './inventory.queries.ts';
import type { InventoryTerms } from './inventory-terms.ts';

/** The settings of the shop that decide how an item is shown. */
export type ShownTerms = Pick<InventoryTerms, 'lowStock' | 'categories'>;

export const shownTerms = ({ lowStock, categories }: ShownTerms): ShownTerms => ({ lowStock, categories });

/** An item as admins see it, amounts in dollars. Its category has the name that the shop has for it (behavior 9.24). */
export const presentItem = (item: StoredItem, { lowStock, categories }: ShownTerms): AdminItem => ({
  id: item.id,
  externalId: item.externalId,
  name: item.name,
  description: item.description,
  brand: item.brand,
  category: categoryMapOf(categories).shown(item.category),
  weightLabel: item.weightLabel,
  size: item.size,
  quantity: item.quantity,
  reserved: item.reserved,
  stockCorrected: item.correction !== null,
  price: centsToDollars(item.priceCents),
  markupDollars: centsToDollars(item.markupCents),
  finalPrice: centsToDollars(finalPriceCents(item.priceCents, item.markupCents)),
  tiers: writtenTiers(item.tiers),
  batch: item.batch,
  lab: item.lab && presentLab(item.lab),
  isActive: item.isActive,
  lowStock: item.lowStock,
  isLow: isLowOnStock(item, lowStock),
  byHand: item.byHand,
  tags: item.tags,
  images: item.images.map(imageAddress),
  lastSynced: item.lastSyncedAt === null ? null : new Date(item.lastSyncedAt).toISOString(),
  shopOwned: item.shopOwned.map(nameOf),
  ...(item.shopOwned.length > 0 && !item.byHand && { feedValues: presentFeedValues(item) }),
  labelCheck: checkItemLabel(item, categoryMapOf(categories)),
});

/** The name of an ownable field in the API. */
const nameOf = (field: OwnableField): OwnableName => (field === 'priceCents' ? 'price' : field);

/** The feed's values of the fields that the shop owns, in the form that these fields have. */
const presentFeedValues = ({ feedValues }: StoredItem): Record<string, unknown> =>
  Object.fromEntries(
    (Object.keys(feedValues) as OwnableField[]).map((field) => {
      const { name, show } = SHOWN[field]!;
      const value = feedValues[field];
      return [name, field === 'images' ? (value as string[]).map(imageAddress) : show(value)];
    }),
  );

/** The ownable field of a name in the API. */
export const ownableField = (name: OwnableName): OwnableField => (name === 'price' ? 'priceCents' : name);

/** The fields of a difference with their API names, in reading order. Other fields are internal. */
const SHOWN: Readonly<Partial<Record<ItemField, { name: string; show: (value: unknown) => unknown }>>> = (() => {
  const plain = (value: unknown) => value;
  const dollars = (value: unknown) => (typeof value === 'number' ? centsToDollars(value) : value);
  return {
    name: { name: 'name', show: plain },
    brand: { name: 'brand', show: plain },
    category: { name: 'category', show: plain },
    quantity: { name: 'quantity', show: plain },
    priceCents: { name: 'price', show: dollars },
    markupCents: { name: 'markupDollars', show: dollars },
    isActive: { name: 'isActive', show: plain },
    weightLabel: { name: 'weightLabel', show: plain },
    description: { name: 'description', show: plain },
    tiers: { name: 'tiers', show: (value) => (Array.isArray(value) ? writtenTiers(value as Tier[]) : value) },
    batch: { name: 'batch', show: plain },
    lab: { name: 'lab', show: (value) => (value ? presentLab(value as LabResult) : value) },
    size: { name: 'size', show: plain },
    tags: { name: 'tags', show: plain },
    images: { name: 'images', show: plain },
    lowStock: { name: 'lowStock', show: plain },
    correction: { name: 'stockCorrected', show: (value) => (value ? true : null) },
    shopOwned: {
      name: 'shopOwned',
      show: (value) => (Array.isArray(value) ? (value as OwnableField[]).map(nameOf) : value),
    },
  };
})();

/**
 * A row of a plan or change-set in the API's terms. A value that is missing on one side is null. Values that a new item
 * does not have are left out.
 */
export const presentRow = (row: PlanRow): PresentedRow => ({
  itemId: row.itemId,
  externalId: row.externalId,
  name: row.name,
  kind: row.kind,
  fields: (Object.keys(SHOWN) as ItemField[])
    .filter((field) => field in row.after && !sameValue(row.before[field], row.after[field]))
    .map((field) => {
      const { name, show } = SHOWN[field]!;
      return { field: name, before: show(row.before[field] ?? null), after: show(row.after[field] ?? null) };
    })
    .filter(({ before, after }) => before !== null || !isNothing(after)),
});

const isNothing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** The first 100 rows of a plan that people should see. */
export const previewRows = ({ rows }: Plan): PresentedRow[] => {
  const shown: PresentedRow[] = [];
  for (const row of rows) {
    if (shown.length === 100) break;
    if (isVisible(row)) shown.push(presentRow(row));
  }
  return shown;
};

/** Identifies a plan: equal plans have equal hashes in every process (behavior 9.8). */
export const planHash = ({ rows }: Plan): string => {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(`${JSON.stringify([row.externalId, row.itemId, row.before, row.after])}\n`);
  return hash.digest('base64url');
};
