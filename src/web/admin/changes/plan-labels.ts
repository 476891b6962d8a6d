import type { Change } from '#contract/changes.ts';
import type { ReplaceResult } from '#contract/inventory.ts';
import { isUploadedPath } from '#domain/item-pictures.ts';
import { formatPrice } from '#domain/money.ts';
import { readPictureName } from '#domain/picture-widths.ts';
import type { ProductLab } from '#domain/product.ts';
import { counted, formatCount } from '#domain/text.ts';
import { describeTiers, type WrittenTier } from '#domain/tiers.ts';

export const CHANGE_KIND_LABELS: Record<Change['kind'], string> = {
  edit: 'Edits',
  bulk: 'Bulk edits',
  markup: 'Price rules',
  labels: 'Label corrections',
  stock: 'Stock changes',
  category: 'Categories',
  upload: 'Uploads',
  import: 'Imports',
  sync: 'Syncs',
  revert: 'Undone',
};

const FIELD_LABELS: Readonly<Record<string, string>> = {
  markupDollars: 'Markup',
  isActive: 'Status',
  weightLabel: 'Weight label',
  shopOwned: 'Edited here',
  price: 'Base price',
  lab: 'Lab result',
  lowStock: 'Low-stock threshold',
  images: 'Pictures',
};

/** The name of an API field on screens. */
export const fieldLabel = (field: string): string =>
  FIELD_LABELS[field] ?? field.charAt(0).toUpperCase() + field.slice(1);

/** Longer texts are cut. A change shows enough to recognize a text, not all of it. */
const MAX_LENGTH = 160;

/** A field's value as text for people. */
export const formatValue = (field: string, value: unknown): string => {
  if (field === 'isActive') return value ? 'Active' : 'Inactive';
  if (field === 'lowStock' && value === null) return "the shop's";
  if (value === null || value === undefined || value === '') return 'none';
  if ((field === 'price' || field === 'markupDollars') && typeof value === 'number') return formatPrice(value);
  if (field === 'tiers') return describeTiers(value as WrittenTier[]);
  if (field === 'lab') return shorten(describeLab(value as ProductLab));
  if (field === 'images') return shorten((value as string[]).map(pictureName).join(', ')) || 'none';
  if (Array.isArray(value)) {
    return value.length === 0 ? 'none' : shorten(value.map((entry) => fieldLabel(String(entry))).join(', '));
  }
  return shorten(String(value));
};

/** The name of a picture's file, in no form of its width. The name of an uploaded one is long, and says nothing. */
const pictureName = (address: string): string => {
  const name = address.slice(address.lastIndexOf('/') + 1);
  return isUploadedPath(`uploaded/${name}`) ? `uploaded ${name.slice(0, 6)}` : (readPictureName(name)?.bare ?? name);
};

const describeLab = ({ tested, expires, thc, cbd, url }: ProductLab): string =>
  [`tested ${tested}`, expires && `expires ${expires}`, thc && `THC ${thc}`, cbd && `CBD ${cbd}`, url]
    .filter(Boolean)
    .join(', ');

const shorten = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text);

/** "3 added, 2 changed": what a plan changes. Counts of 0 are left out. */
export const formatCounts = ({ added, changed, removed }: Omit<Change['counts'], 'unchanged'>) => {
  const parts = [
    added > 0 && `${formatCount(added)} added`,
    changed > 0 && `${formatCount(changed)} changed`,
    removed > 0 && `${formatCount(removed)} removed`,
  ];
  return parts.filter(Boolean).join(', ') || 'No differences';
};

/** "60 products in the file, 40 with stock, 1 category." */
export const formatStats = (
  { totalProducts, productsWithStock, categoriesFound }: ReplaceResult['stats'],
  source: 'file' | 'feed',
): string =>
  `${counted(totalProducts, 'product')} in the ${source}, ${formatCount(productsWithStock)} with stock, ` +
  `${counted(categoriesFound, 'category', 'categories')}.`;
