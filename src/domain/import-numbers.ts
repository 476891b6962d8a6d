/** How a file separates the decimals of its numbers. Null if nobody has said so yet. */
export type Decimals = 'point' | 'comma' | null;

/** A number as plain digits with a point: "1234.56". A question if it can be read in two ways. Null if it is none. */
export type ReadNumber = { digits: string } | { question: 'decimals' } | null;

/** Most numbers of most files. */
const PLAIN = /^\d+(?:\.\d{1,2})?$/;
const CURRENCY = /^(?:US|CA|C)?\p{Sc}|^(?:USD|CAD|EUR)\b|\p{Sc}$|\b(?:USD|CAD|EUR)$/giu;
/** What a number is of: "14 pcs", "$30 / ea", "12 Stk.". */
const UNIT =
  /(?<=\d\s*)(?:\s*\/\s*|\s+per\s+)?(?:ea(?:ch)?|pcs?|pieces?|units?|items?|ct|x|stück|stk|pièces?|unidades|uds?|pezzi|pz|stuks?)\.?$/iu;
const THOUSANDS_BLANK = /(?<=\d)[\s'’](?=\d{3}(?:\D|$))/gu;
const NUMBER = /^[-+]?(?:\d[\d.,]*|[.,]\d+)$/;
const GROUPS = /^[-+]?\d{1,3}(?:[.,]\d{3})+$/;

/**
 * Reads a number as people write it (behavior 9.26): "1,234.56", "1.234,56", "$12.50", "1 234". One point or comma before
 * three digits may separate thousands or decimals. Unless `decimals` says which, that is a question and never a guess.
 */
export const readWrittenNumber = (written: string, decimals: Decimals): ReadNumber => {
  if (decimals !== 'comma' && PLAIN.test(written)) return { digits: written };
  const text = written.trim().replace(UNIT, '').replace(CURRENCY, '').trim().replace(THOUSANDS_BLANK, '');
  if (!NUMBER.test(text)) return null;
  const separators = text.replace(/[^.,]/g, '');
  const sign = decimalSign(text, separators, decimals);
  if (sign === 'question') return { question: 'decimals' };
  const [whole, fraction = ''] = sign === null ? [text] : splitAt(text, text.lastIndexOf(sign));
  if (/[.,]/.test(fraction)) return null;
  if (/[.,]/.test(whole!) && !GROUPS.test(whole!)) return null;
  const digits = whole!.replace(/[.,+]/g, '');
  return {
    digits: fraction === '' ? digits : `${digits === '' || digits === '-' ? `${digits}0` : digits}.${fraction}`,
  };
};

/** The sign before the decimals; null if there are none. */
const decimalSign = (text: string, separators: string, decimals: Decimals): '.' | ',' | 'question' | null => {
  if (separators === '') return null;
  const last = separators.at(-1) as '.' | ',';
  const isOnce = separators.indexOf(last) === separators.length - 1;
  if (decimals !== null) {
    const sign = decimals === 'point' ? '.' : ',';
    return separators.includes(sign) ? sign : null;
  }
  // Of two kinds the last separates decimals. A sign that occurs twice separates thousands.
  if (new Set(separators).size > 1) return isOnce ? last : null;
  if (!isOnce) return null;
  return GROUPS.test(text) && !/^[-+]?0/.test(text) ? 'question' : last;
};

const splitAt = (text: string, at: number): [string, string] => [text.slice(0, at), text.slice(at + 1)];
