import { compareNames } from './natural-order.ts';
import { withoutSharedWords } from './product-name.ts';
import type { ProductTraits, Variant } from './product-traits.ts';

/** Returns the variants of one group, sorted by name. Their names are unique, ignoring case (behavior 5.8). */
export const toVariants = (members: readonly [ProductTraits, ...ProductTraits[]]): [Variant, ...Variant[]] => {
  const [first, ...others] = members;
  const variants: [Variant, ...Variant[]] = [first.variant, ...others.map(({ variant }) => variant)];
  disambiguate(variants);
  return variants.sort((a, b) => compareNames(a.name, b.name) || a.id - b.id);
};

/** Distinguishes variants with the same name, in this order (behavior 5.8). A doubtful label is not used. */
const DISTINCTIONS: readonly ((variant: Variant) => string | null)[] = [
  (variant) => (variant.product.labelDoubtful ? null : variant.weightLabel),
  (variant) => variant.size,
  (variant) => `$${variant.finalPrice}`,
];

/**
 * Renames variants with the same name. It adds what differs in brackets. Variants that still have the same name get a
 * number, so that no product is dropped.
 */
const disambiguate = (variants: Variant[]): void => {
  for (const distinction of DISTINCTIONS) {
    for (const same of byEqualName(variants)) {
      const marks = same.map(({ variant }) => distinction(variant));
      if (new Set(marks).size === 1) continue;
      same.forEach(({ variant, at }, index) => {
        if (marks[index] !== null) variants[at] = { ...variant, name: `${variant.name} (${marks[index]})` };
      });
    }
  }
  const taken = new Set(variants.map(({ name }) => name.toLowerCase()));
  for (const same of byEqualName(variants)) {
    // The oldest product keeps the name without a number, so that each product keeps its number.
    const [, ...others] = same.sort((a, b) => a.variant.id - b.variant.id);
    for (const { variant, at } of others) {
      let number = 2;
      while (taken.has(`${variant.name} ${number}`.toLowerCase())) number += 1;
      const name = `${variant.name} ${number}`;
      variants[at] = { ...variant, name };
      taken.add(name.toLowerCase());
    }
  }
};

/**
 * Returns the short names of the variants of one group, in their order: without the words that all of them share, such
 * as "3.5G" and "Blue Hour" (behavior 5.15). A short name that would be empty or not unique, ignoring case, is the name
 * itself. Short names are only for screens: toasts, cart and receipts have the full name.
 */
export const shortNames = (variants: readonly Pick<Variant, 'name'>[]): string[] => {
  const names = variants.map(({ name }) => name);
  let short = withoutSharedWords(names).map((text, at) => text || names[at]!);
  // A name that takes the place of its short name may equal another short name.
  for (;;) {
    const count = new Map<string, number>();
    for (const text of short) count.set(text.toLowerCase(), (count.get(text.toLowerCase()) ?? 0) + 1);
    const next = short.map((text, at) => (count.get(text.toLowerCase()) === 1 ? text : names[at]!));
    if (next.every((text, at) => text === short[at])) return short;
    short = next;
  }
};

/** Gathers the variants whose names are equal, ignoring case, each with its index. */
const byEqualName = (variants: readonly Variant[]): { variant: Variant; at: number }[][] => {
  const byName = new Map<string, { variant: Variant; at: number }[]>();
  variants.forEach((variant, at) => {
    const key = variant.name.toLowerCase();
    const same = byName.get(key);
    if (same === undefined) byName.set(key, [{ variant, at }]);
    else same.push({ variant, at });
  });
  return [...byName.values()];
};
