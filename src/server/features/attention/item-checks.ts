import { categoryMapOf, type StoredCategory } from '#domain/category-map.ts';
import type { LabResult } from '#domain/lab-result.ts';
import { checkItemLabel } from '#domain/label-check.ts';
import type { WeightLabel } from '#domain/weight-labels.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { listListedCategories } from '../categories/categories.queries.ts';
import { listCheckedItems } from './attention.queries.ts';

/** The checks that need every item to be read. They change only with the inventory. */
export interface ItemChecks {
  /** How many weight labels contradict the rest of their item. */
  doubtfulLabels: number;
  /** How many lab results of active items are valid through each day, an ISO date. */
  labEnds: Readonly<Record<string, number>>;
  /** The categories of listed items. */
  categories: readonly (string | null)[];
}

/** Checks the labels and lab results of all listed items. A thread job. */
export const checkItems = async (
  { read }: ShopDatabase,
  { categories }: { categories: readonly StoredCategory[] },
): Promise<ItemChecks> => {
  const map = categoryMapOf(categories);
  let doubtfulLabels = 0;
  const labEnds: Record<string, number> = {};
  for (const { tags, weight_label, lab, is_active, ...item } of await listCheckedItems(read)) {
    const weightLabel = weight_label as WeightLabel | null;
    if (checkItemLabel({ ...item, tags: JSON.parse(tags) as string[], weightLabel }, map) !== null) doubtfulLabels++;
    const end = lab === null || is_active === 0 ? null : (JSON.parse(lab) as LabResult).expires;
    if (end !== null) labEnds[end] = (labEnds[end] ?? 0) + 1;
  }
  return { doubtfulLabels, labEnds, categories: await listListedCategories(read) };
};

/** Keeps the checks of a version of the inventory until there is a newer one. */
export class KeptChecks {
  readonly #check: () => Promise<ItemChecks>;
  #version: number | null = null;
  #checks: Promise<ItemChecks> | null = null;

  /** `check` runs the job. */
  constructor(check: () => Promise<ItemChecks>) {
    this.#check = check;
  }

  /** The checks of a version or of a newer one. */
  async of(version: number): Promise<ItemChecks> {
    if (this.#checks === null || this.#version === null || this.#version < version) {
      const checks = this.#check();
      checks.catch(() => {
        if (this.#checks === checks) this.#checks = null;
      });
      this.#checks = checks;
      this.#version = version;
    }
    return this.#checks;
  }
}
