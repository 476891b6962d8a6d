import { toCents } from './money.ts';

/** What a text can name of a receipt, besides its member and its products. Each is null if the text cannot be one. */
export interface NamedReceipt {
  number: number | null;
  totalCents: number | null;
  /** An address of its own, or a transaction: as typed, and in lower case, as the chain has it. */
  codes: string[] | null;
}

const NUMBER = /^#?(\d{1,15})$/;
const TOTAL = /^\$?(?:\d{1,9}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/;
const CODE = /^(?=.*\d)[\w-]{10,200}$/;

/** Reads what a search for receipts can name (behavior 7.3): "#1004", "115", "$1,115.00", "bc1q…". */
export const namedReceipt = (text: string): NamedReceipt => {
  const number = NUMBER.exec(text)?.[1];
  return {
    number: number === undefined ? null : Number(number),
    totalCents: TOTAL.test(text) ? toCents(text.replace(/[$,]/g, '')) : null,
    codes: CODE.test(text) ? [...new Set([text, text.toLowerCase()])] : null,
  };
};
