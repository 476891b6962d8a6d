import { formatPrice } from '#domain/money.ts';

const WORDS: Readonly<Record<string, string>> = {
  markupDollars: 'Markup',
  isActive: 'Status',
  weightLabel: 'Weight label',
  shopOwned: 'Kept from syncs',
  price: 'Base price',
};

/** What a field of the API is called on the screen. */
export const fieldWord = (field: string): string => WORDS[field] ?? field.charAt(0).toUpperCase() + field.slice(1);

/** Texts longer than this are cut: a difference is to be seen, not read whole. */
const LONGEST = 160;

/** A field's value as a person reads it. */
export const valueWords = (field: string, value: unknown): string => {
  if (field === 'isActive') return value ? 'Active' : 'Inactive';
  if (value === null || value === undefined || value === '') return 'none';
  if ((field === 'price' || field === 'markupDollars') && typeof value === 'number') return formatPrice(value);
  if (Array.isArray(value)) {
    return value.length === 0 ? 'none' : shorten(value.map((entry) => fieldWord(String(entry))).join(', '));
  }
  return shorten(String(value));
};

const shorten = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
