import { MOST_PIECES, readCents, readWhole } from './file-numbers.ts';
import {
  asWritten,
  type Called,
  isBlank,
  missing,
  pathBelow,
  type ReadContext,
  readText,
  refuse,
} from './inventory-file-fields.ts';
import { readBatch, readLab, readTiersOf } from './inventory-file-lab.ts';
import { MOST_PICTURES } from './item-pictures.ts';
import type { LabResult } from './lab-result.ts';
import { sizeFromTags } from './tags.ts';
import type { Tier } from './tiers.ts';
import { cleanId, foldName } from './typed-text.ts';
import { meantWeightLabel, type WeightLabel } from './weight-labels.ts';

/** One product of an upload or a feed after reading: trimmed, checked, amounts in cents (behavior 9.6). */
export interface FileProduct {
  externalId: string;
  name: string;
  quantity: number;
  priceCents: number;
  brand: string | null;
  category: string | null;
  description: string | null;
  tags: string[];
  images: string[];
  size: string | null;
  weightLabel: WeightLabel | null;
  tiers: Tier[];
  batch: string | null;
  lab: LabResult | null;
}

/** The fields of an entry of the "data" list. */
export const FILE_FIELDS: readonly string[] = [
  ...[
    'id',
    'name',
    'qty',
    'price',
    'brand',
    'category',
    'description',
    'tags',
    'images',
    'size',
    'weightLabel',
    'tiers',
  ],
  ...['batch', 'lab'],
];

/** Limits of texts, in characters, and of lists (behavior 9.6). */
const LONGEST = { id: 200, name: 200, brand: 100, category: 100, description: 5000, size: 100, label: 100 };
const TAGS = { entries: 50, length: 100 };
const IMAGES = { entries: MOST_PICTURES, length: 500 };
/** A larger price could make the sums of a cart too large for exact whole cents. */
const MOST_PRICE_CENTS = 1_000_000_000;

/** Returns the id of an entry of the "data" list, or null if it cannot be read. */
export const findId = (entry: unknown, called: Called): string | null => {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return null;
  const ignore = () => {};
  const { id } = entry as Record<string, unknown>;
  return readId(id, { imageOrigin: null, called, error: ignore, warn: ignore });
};

/** Reads one entry of the "data" list. `product` is null if an error was reported, `id` only if the id cannot be read. */
export const readProduct = (
  entry: unknown,
  context: ReadContext,
): { product: FileProduct | null; id: string | null } => {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    context.error(null, 'must be an object with id, name, qty and price');
    return { product: null, id: null };
  }
  const fields = entry as Record<string, unknown>;
  const id = readId(fields.id, context);
  const name = readName(fields.name, context);
  const quantity = readQuantity(fields.qty, context);
  const priceCents = readPrice(fields.price, context);
  const tags = readTexts('tags', fields.tags, TAGS, context);
  const brand = readText('brand', fields.brand, LONGEST.brand, context);
  const category = readText('category', fields.category, LONGEST.category, context);
  const description = readText('description', fields.description, LONGEST.description, context);
  const size = readText('size', fields.size, LONGEST.size, context) ?? sizeFromTags(tags);
  const weightLabel = readWeightLabel(fields.weightLabel, context);
  const images = readImages(fields.images, context);
  const tiers = readTiersOf(fields.tiers, priceCents, context);
  const batch = readBatch(fields.batch, context);
  const lab = readLab(fields.lab, context);
  // Stryker disable next-line ConditionalExpression,LogicalOperator: for the compiler, since a product with an error is refused.
  if (id === null || name === null || quantity === null || priceCents === null) return { product: null, id };
  // One literal: a spread takes V8 as long as all the reading.
  return {
    product: {
      externalId: id,
      name,
      quantity,
      priceCents,
      brand,
      category,
      description,
      tags,
      images,
      size,
      weightLabel,
      tiers,
      batch,
      lab,
    },
    id,
  };
};

/** Reads the id. `5`, `"5"` and `" 5 "` are the same id (behavior 9.6). */
const readId = (value: unknown, context: ReadContext): string | null => {
  if (value === undefined || value === null) return missing('id', context);
  if (typeof value === 'number') {
    if (Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
    return refuse('id', 'is too large for a number: write it in quotes', context);
  }
  if (typeof value !== 'string') return refuse('id', 'must be a text or a number', context);
  if (isBlank(value)) return missing('id', context);
  const id = readText('id', value, LONGEST.id, asWritten(context));
  return id === null ? null : cleanId(id);
};

const readName = (value: unknown, context: ReadContext): string | null => {
  if (value === undefined || value === null || (typeof value === 'string' && isBlank(value))) {
    return missing('name', context);
  }
  return readText('name', value, LONGEST.name, context);
};

/** Reads the quantity. A feed of a register that sold more than it had may say -2, which counts as 0 (behavior 9.6). */
const readQuantity = (value: unknown, context: ReadContext): number | null => {
  if (value === undefined || value === null) return missing('qty', context);
  const isNegative = context.called === 'feed' && /^-\d/.test(String(value).trim());
  const quantity = readWhole(isNegative ? String(value).trim().slice(1) : value);
  if (quantity !== null && isNegative) return 0;
  if (quantity === null) return refuse('qty', 'must be a whole number of 0 or more', context);
  if (quantity > MOST_PIECES) return refuse('qty', 'must be at most 1,000,000,000', context);
  return quantity;
};

const readPrice = (value: unknown, context: ReadContext): number | null => {
  if (value === undefined || value === null) return missing('price', context);
  const cents = readCents(value);
  if (cents === null) return refuse('price', 'must be a number of 0 or more', context);
  if (cents > MOST_PRICE_CENTS) return refuse('price', 'must be at most 10,000,000', context);
  return cents;
};

/** Reads an optional list of texts, without blank ones and without duplicates. */
const readTexts = (
  field: string,
  value: unknown,
  most: { entries: number; length: number },
  context: ReadContext,
): string[] => {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    refuse(field, 'must be a list of texts', context);
    return [];
  }
  if (value.length > most.entries) {
    refuse(field, `must have at most ${most.entries} entries`, context);
    return [];
  }
  const texts = value.map((entry) => readText(field, entry, most.length, context));
  return [...new Set(texts.filter((text) => text !== null))];
};

/** Reads the weight label. One that is not an option is left out with a warning, and "none" is no label (behavior 9.6). */
const readWeightLabel = (value: unknown, context: ReadContext): WeightLabel | null => {
  const label = readText('weightLabel', value, LONGEST.label, context);
  if (label === null || foldName(label) === 'none') return null;
  const meant = meantWeightLabel(label);
  if (meant !== null) return meant;
  context.warn('weightLabel', `"${label}" is not one of the options and was left out`);
  return null;
};

/** Reads images as paths below the image origin. Other addresses are left out with a warning (behavior 9.6). */
const readImages = (value: unknown, context: ReadContext): string[] => {
  const images: string[] = [];
  for (const image of readTexts('images', value, IMAGES, asWritten(context))) {
    const path = pathBelow(image, context.imageOrigin);
    if (path === null) context.warn('images', `"${image}" is not below the image origin and was left out`);
    else images.push(path);
  }
  return [...new Set(images)];
};
