import { factsOf } from './facts.ts';
import { formatPrice } from './money.ts';
import type { Product } from './product.ts';
import type { Sort } from './sorting.ts';

/** What a search says about price and order, read only if nothing has its words (behavior 5.19). */
export interface Wish {
  /** The other words. "" if there are none. */
  rest: string;
  /** The limit as it is shown: "under $20". Null without one. */
  limit: string | null;
  /** Whether a price, in dollars, is within the limit. */
  passes: (price: number) => boolean;
  /** The price itself, if it is all that limits: "$29" means what costs $29, or else up to $29. */
  exact: Pick<Wish, 'limit' | 'passes'> | null;
  sort: Exclude<Sort, 'none'>;
}

const NUMBER = String.raw`(\d{1,4}(?:\.\d{1,2})?)(?![\d.])`;
/** An amount says that it is money, unless the words before it do and nothing follows. */
const MONEY = String.raw`(?:\$ ?${NUMBER}(?:(?= )|$)|${NUMBER} ?(?:\$|(?:dollars?|bucks?|usd)\b))`;
const AT_END = `${NUMBER}$`;

interface Limit {
  pattern: string;
  says: (amounts: readonly string[]) => string;
  passes: (price: number, amounts: readonly number[]) => boolean;
  isExact?: true;
}

const under: Omit<Limit, 'pattern'> = {
  says: ([most]) => `under ${most}`,
  passes: (price, [most]) => price < most!,
};
const upTo: Omit<Limit, 'pattern'> = {
  says: ([most]) => `up to ${most}`,
  passes: (price, [most]) => price <= most!,
};

/** The words of limits. The first that fits wins. */
const LIMITS: readonly Limit[] = [
  {
    pattern: String.raw`\b(?:between|from) (?:\$ ?)?${NUMBER} (?:and|to) ${MONEY}|\$ ?${NUMBER} ?(?:-|–|to) ?\$? ?${NUMBER}`,
    says: ([least, most]) => `from ${least} to ${most}`,
    passes: (price, [least, most]) => price >= least! && price <= most!,
  },
  { pattern: String.raw`(?:\b(?:under|below|less than|cheaper than|lower than)|<) ?(?:${MONEY}|${AT_END})`, ...under },
  { pattern: String.raw`\b(?:up to|at most|no more than|not more than) (?:${MONEY}|${AT_END})`, ...upTo },
  {
    pattern: String.raw`\b(?:over|above|more than) ${MONEY}`,
    says: ([least]) => `over ${least}`,
    passes: (price, [least]) => price > least!,
  },
  { pattern: String.raw`\b(?:max|maximum|within) ${MONEY}|(?<![\w$.])${MONEY} or less\b`, ...upTo },
  { pattern: String.raw`(?:\bfor )?(?<![\w$.])${MONEY}`, ...upTo, isExact: true },
];

/** The words of orders. */
const ORDERS: readonly (readonly [pattern: string, sort: Wish['sort']])[] = [
  [
    'cheap|cheaper|cheapest|cheep|affordable|inexpensive|least expensive|(?:best|lowest|lower|low)[ -](?:price|cost)[sd]?|(?:prices? )?low to high|deals?|(?:on )?sales?|discount(?:s|ed)?|specials?|clearance|promos?|(?:best|good|great) value',
    'low-high',
  ],
  ['most expensive|highest prices?|(?:prices? )?high to low', 'high-low'],
  ["newest|new arrivals?|latest|what[’']?s new|^new$", 'newest'],
  ['strong|stronger|strongest|potent|most potent|high(?:est)?[ -](?:thc|potency)', 'thc'],
];

/** How a list in this order is described. */
export const ORDER_TEXTS: Readonly<Partial<Record<Sort, string>>> = {
  'low-high': 'lowest price first',
  'high-low': 'highest price first',
  newest: 'newest first',
  thc: 'strongest first',
};

/** Alone, they are the wish of nobody. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(
  'a about above all an and any anything are at below best buy by do everything exotic exotics find for from get give good great have help helps i in is it items less like looking me more most my near need nice of on or over please premium price priced prices products quality shelf show some something stuff than that the this to top under up us want we what with you your'.split(
    ' ',
  ),
);

export const saysNothing = (word: string): boolean => SAYS_NOTHING.has(word.toLowerCase());

/** Reads the words about price and order of a search. Null if it has none. */
export const readWish = (search: string): Wish | null => {
  let rest = search.trim().replace(/\s+/g, ' ');
  let limit: Pick<Wish, 'limit' | 'passes' | 'exact'> = { limit: null, passes: () => true, exact: null };
  for (const { pattern, says, passes, isExact } of LIMITS) {
    const found = new RegExp(pattern, 'i').exec(rest);
    if (!found) continue;
    const amounts = found
      .slice(1)
      .filter((amount) => amount !== undefined)
      .map(Number);
    const [amount] = amounts;
    limit = {
      limit: says(amounts.map(inDollars)),
      passes: (price) => passes(price, amounts),
      exact: isExact ? { limit: `at ${inDollars(amount!)}`, passes: (price) => price === amount } : null,
    };
    rest = without(rest, found);
    break;
  }
  let sort: Wish['sort'] | null = null;
  for (const [pattern, order] of ORDERS) {
    const found = new RegExp(String.raw`(?<![\w-])(?:${pattern})(?![\w-])`, 'i').exec(rest);
    if (!found) continue;
    sort ??= order;
    rest = without(rest, found);
  }
  if (limit.limit === null && sort === null) return null;
  return { ...limit, rest: withoutEnds(rest), sort: sort ?? (limit.exact ? 'high-low' : 'low-high') };
};

/** What a search says about strength, read only if nothing has its words (behavior 5.19). */
export interface Strength {
  /** The other words. "" if there are none. */
  rest: string;
  /** Whether the facts of a product state this amount, of THC unless the search says CBD. */
  has: (product: Product) => boolean;
  /** The strength as cards show it: "THC 10 mg". */
  text: string;
}

const STRENGTH = /(?<![\w$.-])(?:(thc|cbd):? )?(\d{1,4}(?:\.\d{1,2})?) ?(mg\b|%)(?: (thc|cbd)\b)?/i;

/** Reads the words about strength of a search. Null if it has none. */
export const readStrength = (search: string): Strength | null => {
  const found = STRENGTH.exec(search);
  if (!found) return null;
  const [, before, amount, unit, after] = found;
  const name = (before ?? after ?? 'thc').toLowerCase() === 'cbd' ? 'cbd' : 'thc';
  const isShare = unit === '%';
  return {
    rest: withoutEnds(without(search, found)),
    has: (product) => {
      const potency = factsOf(product)[name]?.potency;
      return potency?.amount === Number(amount) && (potency.unit === '%') === isShare;
    },
    text: `${name.toUpperCase()} ${Number(amount)}${isShare ? '%' : ' mg'}`,
  };
};

const inDollars = (amount: number): string => formatPrice(amount).replace(/\.00$/, '');

const without = (text: string, { 0: part, index }: RegExpExecArray): string =>
  `${text.slice(0, index)} ${text.slice(index + part.length)}`.replace(/\s+/g, ' ').trim();

/** The "of" of "cheapest ounce of flower". */
const JOINS = /^(?:of|for|with)$/i;

/** Without words that say nothing at both ends, or join the others: the "for" of "gummies for under $20". */
const withoutEnds = (text: string): string => {
  const words = text.split(' ').map((word) => word.replace(/^[,;:.!?]+|[,;:.!?]+$/g, ''));
  const says = (word: string) => word !== '' && !saysNothing(word);
  const first = words.findIndex(says);
  if (first < 0) return '';
  return words
    .slice(first, words.findLastIndex(says) + 1)
    .filter((word) => !JOINS.test(word))
    .join(' ');
};
