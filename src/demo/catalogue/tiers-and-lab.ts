import { hashText } from '../random.ts';
import type { CatalogueEntry, DemoCategory, DemoProduct } from './entry.ts';

/** Categories whose products nobody tests. */
const UNTESTED: readonly DemoCategory[] = ['BYOB', 'Accessories'];

/** Days on which batches were tested, with the last day of each result. The last one has expired. */
const TESTS = [
  ['2026-10-28', '2027-10-28'],
  ['2026-10-05', '2027-10-05'],
  ['2026-09-14', '2027-09-14'],
  ['2026-07-20', '2027-07-20'],
  ['2025-08-19', '2026-08-19'],
] as const;

/** Products with at least this stock and price have tiers, one in three of them. */
const TIERED = { quantity: 15, price: 15, oneIn: 3 };

/**
 * The tiers, batch and lab result of some products, always the same for one id (behavior 1.8). Two in three products that
 * can be tested have a batch, and most of those a result, so that the shop also shows "No lab result on file".
 */
export const tiersAndLabOf = (entry: CatalogueEntry, id: string): Pick<DemoProduct, 'tiers' | 'batch' | 'lab'> => {
  const hash = hashText(`${id} lab`);
  const batch =
    UNTESTED.includes(entry.category) || hash % 3 === 0 ? null : `${id}-${String(hash % 1000).padStart(3, '0')}`;
  return { ...tiersOf(entry, id), ...(batch !== null && { batch, ...labOf(entry, id, hash) }) };
};

const tiersOf = ({ qty, price }: CatalogueEntry, id: string): Pick<DemoProduct, 'tiers'> => {
  if (qty < TIERED.quantity || price < TIERED.price || hashText(`${id} tiers`) % TIERED.oneIn !== 0) return {};
  return {
    tiers: [
      { from: 3, price: Math.floor(price * 0.88) },
      { from: 10, price: Math.floor(price * 0.78) },
    ],
  };
};

/** The strength that the description of an entry states, such as "THC 26.1%" or "10mg". */
const STRENGTH = /(\d+(?:\.\d+)?) ?(%|mg)/i;

const labOf = ({ description }: CatalogueEntry, id: string, hash: number): Pick<DemoProduct, 'lab'> => {
  const strength = STRENGTH.exec(description ?? '');
  if (!strength || hash % 7 === 1) return {};
  const [tested, expires] = TESTS[hash % TESTS.length]!;
  const unit = strength[2]!.toLowerCase();
  const cbd = unit === '%' ? `0.${hash % 10} %` : `${hash % 5} mg`;
  return { lab: { tested, expires, thc: `${strength[1]} ${unit}`, cbd, url: `demo/${id}.pdf` } };
};
