import type { Category } from '#contract/categories.ts';
import { IN_HOUSE } from '#domain/categories.ts';
import { counted, formatCount } from '#domain/text.ts';

/** The choices for the kind of a category. */
export const KIND_WORDS: Readonly<Record<NonNullable<Category['kind']>, string>> = {
  flower: 'Flower',
  concentrate: 'Concentrate',
  vape: 'Vape',
  edible: 'Edible',
  topical: 'Topical',
  none: 'None',
};

/** "12 products, 10 active · Flower". */
export const factsText = ({ products, active, kind }: Pick<Category, 'products' | 'active' | 'kind'>): string => {
  const all = counted(products, 'product');
  const shown = active === products ? all : `${all}, ${formatCount(active)} active`;
  return kind === null || kind === 'none' ? shown : `${shown} · ${KIND_WORDS[kind]}`;
};

/** The category of everything the seller makes has a fixed name and place. */
export const isFixed = ({ name }: Pick<Category, 'name'>): boolean => name === IN_HOUSE;

/** Puts a name at another place of a list. */
export const movedName = (names: readonly string[], from: number, to: number): string[] => {
  const others = names.filter((_, at) => at !== from);
  return others.toSpliced(to, 0, names[from]!);
};
