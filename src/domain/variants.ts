import { compareNames } from './alphabet.ts';
import type { ProductTraits, Variant } from './product-traits.ts';

/** Returns the variants of one group, sorted by name. Their names are unique, ignoring case (behavior 5.8). */
export const toVariants = (members: readonly [ProductTraits, ...ProductTraits[]]): [Variant, ...Variant[]] => {
  const [first, ...others] = members;
  const variants: [Variant, ...Variant[]] = [first.variant];
  if (others.length === 0) return variants;
  const names = new Set([first.variantKey]);
  for (const { variant, variantKey } of others) {
    variants.push(variant);
    names.add(variantKey);
  }
  if (names.size < variants.length) disambiguate(variants);
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
    for (const clash of clashes(variants)) {
      const marks = clash.map(({ variant }) => distinction(variant));
      if (new Set(marks).size === 1) continue;
      clash.forEach(({ variant, at }, index) => {
        if (marks[index] !== null) variants[at] = { ...variant, name: `${variant.name} (${marks[index]})` };
      });
    }
  }
  const taken = new Set(variants.map(({ name }) => name.toLowerCase()));
  for (const clash of clashes(variants)) {
    // The oldest product keeps the name without a number, so that each product keeps its number.
    const [, ...others] = clash.sort((a, b) => a.variant.id - b.variant.id);
    for (const { variant, at } of others) {
      let number = 2;
      while (taken.has(`${variant.name} ${number}`.toLowerCase())) number += 1;
      const name = `${variant.name} ${number}`;
      variants[at] = { ...variant, name };
      taken.add(name.toLowerCase());
    }
  }
};

/** Returns the variants whose names are equal, ignoring case, each with its index. */
const clashes = (variants: readonly Variant[]): { variant: Variant; at: number }[][] => {
  const byName = new Map<string, { variant: Variant; at: number }[]>();
  variants.forEach((variant, at) => {
    const key = variant.name.toLowerCase();
    const same = byName.get(key);
    if (same === undefined) byName.set(key, [{ variant, at }]);
    else same.push({ variant, at });
  });
  return [...byName.values()].filter((same) => same.length > 1);
};
