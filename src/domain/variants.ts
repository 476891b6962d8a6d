import { compareNames } from './alphabet.ts';
import type { ProductTraits, Variant } from './product-traits.ts';

/** Products, given by their traits, as variants of one group: names unique ignoring case, by name (specification §3). */
export const toVariants = (members: readonly [ProductTraits, ...ProductTraits[]]): [Variant, ...Variant[]] => {
  const [first, ...others] = members;
  const variants: [Variant, ...Variant[]] = [first.variant];
  if (others.length === 0) return variants;
  const names = new Set([first.variantKey]);
  for (const { variant, variantKey } of others) {
    variants.push(variant);
    names.add(variantKey);
  }
  if (names.size < variants.length) tellApart(variants);
  return variants.sort((a, b) => compareNames(a.name, b.name) || a.id - b.id);
};

/** What tells variants of one name apart, in this order (decisions §4). A doubtful label tells nothing. */
const DISTINCTIONS: readonly ((variant: Variant) => string | null)[] = [
  (variant) => (variant.product.labelDoubtful ? null : variant.weightLabel),
  (variant) => variant.size,
  (variant) => `$${variant.finalPrice}`,
];

/**
 * Renames the variants whose names clash: what differs is added in brackets; what is the same after that is numbered,
 * so never is a product dropped.
 */
const tellApart = (variants: Variant[]): void => {
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
    // The oldest product keeps the bare name, so that a number stays with its product.
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

/** The variants, each with its place, whose names are the same ignoring case. */
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
