import fc from 'fast-check';
import { DEFAULT_MARKUP_CENTS } from '../constants.ts';
import type { FileProduct } from '../inventory-file-product.ts';
import { type InventoryItem, OWNABLE_FIELDS, type OwnableField } from '../inventory-item.ts';
import type { Plan, PlanRow } from '../inventory-plan.ts';
import type { ItemEdit } from '../inventory-plan-edits.ts';
import type { AppliedRow } from '../inventory-plan-revert.ts';
import type { LabResult } from '../lab-result.ts';
import type { Tier } from '../tiers.ts';

/** Creates an item. A test states only the values that matter to it. */
export const anItem = (stated: Partial<InventoryItem> = {}): InventoryItem => ({
  id: 1,
  externalId: 'a',
  listed: true,
  name: 'Blue Dream',
  description: null,
  brand: null,
  category: null,
  tags: [],
  images: [],
  size: null,
  quantity: 5,
  priceCents: 2000,
  markupCents: DEFAULT_MARKUP_CENTS,
  isActive: true,
  weightLabel: null,
  shopOwned: [],
  feedValues: {},
  correction: null,
  tiers: [],
  batch: null,
  lab: null,
  lowStock: null,
  byHand: false,
  ...stated,
});

/** Creates a product of a file. A test states only the values that matter to it. */
export const aFileProduct = (stated: Partial<FileProduct> = {}): FileProduct => ({
  externalId: 'a',
  name: 'Blue Dream',
  quantity: 5,
  priceCents: 2000,
  brand: null,
  category: null,
  description: null,
  tags: [],
  images: [],
  size: null,
  weightLabel: null,
  tiers: [],
  batch: null,
  lab: null,
  ...stated,
});

/** Applies a plan. Returns the new inventory, and the rows with the ids of new items. The server has its own code for it. */
export const applied = (
  items: readonly InventoryItem[],
  plan: Plan,
): { items: InventoryItem[]; rows: AppliedRow[] } => {
  let lastId = Math.max(0, ...items.map((item) => item.id));
  const rows = plan.rows.map((row) => ({ ...row, itemId: row.itemId ?? ++lastId }));
  const rowOf = new Map(rows.map((row) => [row.itemId, row]));
  const known = items.map((item) => ({ ...item, ...rowOf.get(item.id)?.after }));
  const added = rows.filter((_, index) => plan.rows[index]?.itemId === null).map(toItem);
  return { items: [...known, ...added], rows };
};

const toItem = (row: PlanRow & { itemId: number }): InventoryItem =>
  ({ id: row.itemId, externalId: row.externalId, ...row.after }) as InventoryItem;

/** Each field has few values, so that plans often agree and often conflict. */
const texts = fc.constantFrom(null, 'one', 'two');
const labels = fc.constantFrom(null, 'Gram' as const, 'Ounce' as const);
const cents = fc.constantFrom(0, 1000, 1500);
const tiers = fc.constantFrom<Tier[]>(
  [],
  [{ from: 3, priceCents: 900 }],
  [
    { from: 3, priceCents: 900 },
    { from: 10, priceCents: 800 },
  ],
);
const names = fc.constantFrom('Blue Dream', 'Haze');
const brands = fc.constantFrom(null, 'Fernhill', 'In-House');
const tags = fc.constantFrom<string[]>([], ['Volume = 1G'], ['Volume = 2G', 'Formulation = Wax']);
const images = fc.constantFrom<string[]>([], ['a.jpg'], ['b.jpg', 'a.jpg']);
const labs = fc.constantFrom<LabResult | null>(null, {
  tested: '2026-10-01',
  expires: null,
  thc: '22.9 %',
  cbd: null,
  path: 'one.pdf',
});

/** A file or a feed with up to five products, some of them sold out. */
const fileProducts: fc.Arbitrary<FileProduct[]> = fc.uniqueArray(
  fc.record({
    externalId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    name: names,
    quantity: fc.constantFrom(0, 1, 5),
    priceCents: cents,
    brand: brands,
    category: texts,
    description: texts,
    tags,
    images,
    size: texts,
    weightLabel: labels,
    tiers,
    batch: texts,
    lab: labs,
  }),
  { selector: (product) => product.externalId, maxLength: 5 },
);

const edits: fc.Arbitrary<ItemEdit> = fc.record(
  {
    markupCents: cents,
    isActive: fc.boolean(),
    weightLabel: labels,
    description: texts,
    tiers,
    images,
    name: names,
    brand: brands,
    category: texts,
    priceCents: cents,
    size: texts,
    tags,
    batch: texts,
    lab: labs,
  },
  { requiredKeys: [] },
);

const givenBack: fc.Arbitrary<OwnableField[]> = fc.subarray<OwnableField>([...OWNABLE_FIELDS]);

/** A change that can be requested of an inventory. Items are chosen by their index. */
export type Step =
  | { do: 'sync' | 'upload'; products: FileProduct[] }
  | { do: 'edit'; places: number[]; edit: ItemEdit; giveBack: OwnableField[] }
  | { do: 'markup'; percentage: number };

export const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('sync' as const, 'upload' as const), products: fileProducts }),
  fc.record({
    do: fc.constant('edit' as const),
    places: fc.uniqueArray(fc.nat(4), { minLength: 1 }),
    edit: edits,
    giveBack: givenBack,
  }),
  fc.record({ do: fc.constant('markup' as const), percentage: fc.constantFrom(0, 35, 100) }),
);
