import { readDecimal } from './decimal.ts';
import { toCents } from './money.ts';
import { sizeFromTags } from './tags.ts';
import { isStorable } from './text.ts';
import { isWeightLabel, type WeightLabel } from './weight-labels.ts';

/** One product of an upload or a feed after reading: trimmed, checked, amounts in cents (decisions §5, §8 "file values"). */
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
}

/** What is wrong with one field; null stands for the product as a whole. */
export interface ProductProblem {
  field: string | null;
  problem: string;
}

interface Reading {
  imageOrigin: string | null;
  /** Refuses the product. */
  error: (field: string | null, problem: string) => void;
  /** Leaves a value out. */
  warn: (field: string, problem: string) => void;
}

/** Longest texts and lists (decisions §8 "file values"). */
const LONGEST = { id: 200, name: 200, brand: 100, category: 100, description: 5000, size: 100, label: 100 };
const TAGS = { entries: 50, length: 100 };
const IMAGES = { entries: 20, length: 500 };
/** Beyond these a cart's sums could not be counted in whole cents any more. */
const MOST_QUANTITY = 1_000_000_000;
const MOST_PRICE_CENTS = 1_000_000_000;

/** Reads one entry of the "data" list. The product is null where an error was told; the id is there wherever it can be read. */
export const readProduct = (entry: unknown, reading: Reading): { product: FileProduct | null; id: string | null } => {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    reading.error(null, 'must be an object with id, name, qty and price');
    return { product: null, id: null };
  }
  const fields = entry as Record<string, unknown>;
  const id = readId(fields.id, reading);
  const name = readName(fields.name, reading);
  const quantity = readQuantity(fields.qty, reading);
  const priceCents = readPrice(fields.price, reading);
  const tags = readTexts('tags', fields.tags, TAGS, reading);
  const optional = {
    brand: readText('brand', fields.brand, LONGEST.brand, reading),
    category: readText('category', fields.category, LONGEST.category, reading),
    description: readText('description', fields.description, LONGEST.description, reading),
    size: readText('size', fields.size, LONGEST.size, reading) ?? sizeFromTags(tags),
    weightLabel: readWeightLabel(fields.weightLabel, reading),
    images: readImages(fields.images, reading),
  };
  if (id === null || name === null || quantity === null || priceCents === null) return { product: null, id };
  return { product: { externalId: id, name, quantity, priceCents, tags, ...optional }, id };
};

/** `5`, `"5"` and `" 5 "` are one id (decisions §8 "item ids"). */
const readId = (value: unknown, reading: Reading): string | null => {
  if (value === undefined || value === null) return missing('id', reading);
  if (typeof value === 'number') {
    if (Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
    return refuse('id', 'is too large for a number: write it in quotes', reading);
  }
  if (typeof value !== 'string') return refuse('id', 'must be a text or a number', reading);
  return value.trim() === '' ? missing('id', reading) : readText('id', value, LONGEST.id, reading);
};

const readName = (value: unknown, reading: Reading): string | null => {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) {
    return missing('name', reading);
  }
  return readText('name', value, LONGEST.name, reading);
};

const readQuantity = (value: unknown, reading: Reading): number | null => {
  const problem = 'must be a whole number of 0 or more';
  if (value === undefined || value === null) return missing('qty', reading);
  if (typeof value !== 'number' && typeof value !== 'string') return refuse('qty', problem, reading);
  const decimal = readDecimal(value);
  if (decimal === null) return refuse('qty', problem, reading);
  const one = 10n ** BigInt(decimal.scale);
  if (decimal.units % one !== 0n) return refuse('qty', problem, reading);
  const quantity = decimal.units / one;
  if (quantity > MOST_QUANTITY) return refuse('qty', 'must be at most 1,000,000,000', reading);
  return Number(quantity);
};

const readPrice = (value: unknown, reading: Reading): number | null => {
  if (value === undefined || value === null) return missing('price', reading);
  const cents = typeof value === 'number' || typeof value === 'string' ? toCents(value) : null;
  if (cents === null) return refuse('price', 'must be a number of 0 or more', reading);
  if (cents > MOST_PRICE_CENTS) return refuse('price', 'must be at most 10,000,000', reading);
  return cents;
};

/** An optional text; null and blank mean absent. */
const readText = (field: string, value: unknown, longest: number, reading: Reading): string | null => {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') return refuse(field, 'must be a text', reading);
  const text = value.trim();
  if (text.length > longest)
    return refuse(field, `must be at most ${longest.toLocaleString('en-US')} characters`, reading);
  if (!isStorable(text)) return refuse(field, 'has characters that cannot be stored', reading);
  return text === '' ? null : text;
};

/** An optional list of texts, blanks left out and each only once. */
const readTexts = (
  field: string,
  value: unknown,
  most: { entries: number; length: number },
  reading: Reading,
): string[] => {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    refuse(field, 'must be a list of texts', reading);
    return [];
  }
  if (value.length > most.entries) {
    refuse(field, `must have at most ${most.entries} entries`, reading);
    return [];
  }
  const texts = value.map((entry) => readText(field, entry, most.length, reading));
  return [...new Set(texts.filter((text) => text !== null))];
};

/** A label that is not one of the options is left out with a warning; "none" is no label (decisions §8). */
const readWeightLabel = (value: unknown, reading: Reading): WeightLabel | null => {
  const label = readText('weightLabel', value, LONGEST.label, reading);
  if (label === null || label === 'none') return null;
  if (isWeightLabel(label)) return label;
  reading.warn('weightLabel', `"${label}" is not one of the options and was left out`);
  return null;
};

/** Where the shop itself serves pictures; a file exported from it carries such addresses. */
const OWN_IMAGES = /^\/?api\/proxy-image\//;
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** Paths below the image origin; addresses elsewhere are left out with a warning (decisions §8 "pictures"). */
const readImages = (value: unknown, reading: Reading): string[] => {
  const images: string[] = [];
  for (const image of readTexts('images', value, IMAGES, reading)) {
    const path = imagePath(image, reading.imageOrigin);
    if (path === null) reading.warn('images', `"${image}" is not below the image origin and was left out`);
    else images.push(path);
  }
  return [...new Set(images)];
};

const imagePath = (image: string, origin: string | null): string | null => {
  const base = origin?.replace(/\/+$/, '');
  const below = base !== undefined && image.startsWith(`${base}/`) ? image.slice(base.length) : image;
  if (ADDRESS.test(below)) return null;
  const path = below.replace(OWN_IMAGES, '').replace(/^\/+/, '');
  const climbs = path.split(/[\\/]/).some((segment) => segment === '..');
  return path === '' || climbs ? null : path;
};

const missing = (field: string, reading: Reading): null => refuse(field, 'is missing', reading);

const refuse = (field: string, problem: string, reading: Reading): null => {
  reading.error(field, problem);
  return null;
};
