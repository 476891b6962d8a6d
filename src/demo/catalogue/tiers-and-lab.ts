import { hashText } from '../random.ts';
import type { CatalogueEntry, DemoCategory, DemoProduct } from './entry.ts';

/** Categories whose products nobody tests. */
const UNTESTED: readonly DemoCategory[] = ['BYOB', 'Accessories'];

/** How many days before the month of the catalogue batches were tested. The last result has expired. */
const TESTED_BEFORE = [4, 27, 48, 104, 439] as const;
/** How many days a result is valid. */
const VALID_DAYS = 365;
const DAY_MS = 86_400_000;

/** Products with at least this stock and price have tiers, one in three of them. */
const TIERED = { quantity: 15, price: 15, oneIn: 3 };

/**
 * The tiers, batch and lab result of some products, always the same for one id and month (behavior 1.8). Two in three products that
 * can be tested have a batch, and most of those a result, so that the shop also shows "No lab result on file".
 */
export const tiersAndLabOf = (
  entry: CatalogueEntry,
  id: string,
  month: string,
): Pick<DemoProduct, 'tiers' | 'batch' | 'lab'> => {
  const hash = hashText(`${id} lab`);
  const batch =
    UNTESTED.includes(entry.category) || hash % 3 === 0 ? null : `${id}-${String(hash % 1000).padStart(3, '0')}`;
  return { ...tiersOf(entry, id), ...(batch !== null && { batch, ...labOf(entry, id, { hash, month }) }) };
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
const STATED_THC = /THC (\d+(?:\.\d+)?) ?(%|mg)/i;
const STATED_CBD = /CBD (\d+(?:\.\d+)?) ?(%|mg)/i;

/** An amount as the laboratory writes it: "26.1 %". */
const written = ([, amount, unit]: RegExpExecArray): string => `${amount} ${unit!.toLowerCase()}`;

const labOf = (
  { description }: CatalogueEntry,
  id: string,
  { hash, month }: { hash: number; month: string },
): Pick<DemoProduct, 'lab'> => {
  const strength = STRENGTH.exec(description ?? '');
  if (!strength || hash % 7 === 1) return {};
  const tested = -TESTED_BEFORE[hash % TESTED_BEFORE.length]!;
  const thc = STATED_THC.exec(description ?? '');
  const cbd = STATED_CBD.exec(description ?? '');
  const traces = strength[2] === '%' ? `0.${hash % 10} %` : `${hash % 5} mg`;
  return {
    lab: {
      tested: dayFrom(month, tested),
      expires: dayFrom(month, tested + VALID_DAYS),
      thc: cbd && !thc ? '0 mg' : written(thc ?? strength),
      cbd: cbd ? written(cbd) : traces,
      url: `demo/${month}/${id}.pdf`,
    },
  };
};

/** The ISO date of a day counted from the first one of a month ("2026-11"). */
const dayFrom = (month: string, days: number): string =>
  new Date(Date.parse(`${month}-01`) + days * DAY_MS).toISOString().slice(0, 10);
