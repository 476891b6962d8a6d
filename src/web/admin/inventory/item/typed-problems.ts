import { lowStock, markupDollars } from '#contract/inventory.ts';
import type { EditableField } from '#contract/inventory-items.ts';
import { readProduct } from '#domain/inventory-file-product.ts';
import { MOST_TYPED_PIECES, TOO_MANY_PIECES } from '#domain/inventory-plan-stock.ts';
import { isLabAmount } from '#domain/lab-result.ts';
import { typedNumber } from '#domain/number-rules.ts';
import { plainProblem } from '../edits/plain-problems.ts';
import { apiFieldOf, NO_ITEM, newItemFields, type TypedField, type TypedItem } from './typed-item.ts';

/** The problems of fields. "root" is all of them. */
export type FormErrors = Partial<Record<TypedField | 'root', string>>;

const LAB_FIELDS = ['tested', 'expires', 'thc', 'cbd'] as const;
/** Messages of the shop that begin with another word than the name of their field. */
const WORDS: Readonly<Record<string, TypedField>> = { markup: 'markup', 'the threshold': 'lowStock', tiers: 'tiers' };

/** The typed fields to which the problems of the shop belong: "price must be …" is about the price. */
export const fieldProblems = (problems: readonly string[]): FormErrors => {
  const found: FormErrors = {};
  for (const problem of problems) {
    const inLab = /^lab[ .]/.test(problem);
    const text = inLab ? problem.slice('lab '.length) : problem;
    const word = /^\w+/.exec(text)?.[0] ?? '';
    const begins = Object.keys(WORDS).find((start) => text.toLowerCase().startsWith(start));
    const field = inLab
      ? (LAB_FIELDS.find((name) => name === word) ?? 'tested')
      : begins !== undefined
        ? WORDS[begins]!
        : word in NO_ITEM
          ? (word as TypedField)
          : 'root';
    found[field] ??= plainProblem(word, text.slice(word.length + 1));
  }
  return found;
};

/** The rules of the file, which the shop checks too. Checked here, all problems show in one round. */
const fileProblems = (typed: TypedItem): FormErrors => {
  const problems: string[] = [];
  const fields = newItemFields(typed, []);
  readProduct(
    { ...fields, id: fields.id ?? 'new' },
    { imageOrigin: null, called: 'file', error: (field, what) => problems.push(`${field} ${what}`), warn: () => {} },
  );
  return fieldProblems(problems);
};

/** The rules of the fields that no file has. A new item may leave them empty. */
const ownProblems = ({ markup, lowStock: threshold }: TypedItem): FormErrors => {
  const fields = newItemFields({ ...NO_ITEM, markup, lowStock: threshold }, []);
  const problemOf = (schema: typeof markupDollars | typeof lowStock, value: unknown) =>
    value === undefined ? undefined : schema.safeParse(value).error?.issues[0]?.message;
  const found = {
    markup: problemOf(markupDollars, fields.markupDollars),
    lowStock: problemOf(lowStock, fields.lowStock),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
};

/** Values that no laboratory states. Files and feeds may have them, so only a person is warned. */
const labProblems = ({ tested, expires, thc, cbd }: TypedItem): FormErrors => ({
  ...(expires !== '' && expires < tested && { expires: 'Expires is before the day of the test' }),
  ...(!isLabAmount(thc) && { thc: 'Enter an amount, such as 22.9 % or 10 mg, or ND.' }),
  ...(!isLabAmount(cbd) && { cbd: 'Enter an amount, such as 0.4 % or 10 mg, or ND.' }),
});

/** The problems of a new item with required fields left blank. */
const missingFields = ({ name, qty, price }: TypedItem): FormErrors => ({
  ...(name.trim() === '' && { name: 'The item needs a name' }),
  ...(qty.trim() === '' && { qty: 'How many pieces are there?' }),
  ...(price.trim() === '' && { price: 'What is the base price of one piece?' }),
});

/** Everything that is wrong with a new item. */
export const newItemProblems = (typed: TypedItem): FormErrors => ({
  ...fileProblems(typed),
  ...labProblems(typed),
  ...(typedNumber(typed.qty) > MOST_TYPED_PIECES && { qty: TOO_MANY_PIECES }),
  ...ownProblems(typed),
  ...missingFields(typed),
});

/** Returns the problems of the typed values of these fields of an item. The tiers have to fit a new price. */
export const editProblems = (typed: TypedItem, changed: readonly EditableField[]): FormErrors => {
  const fields = new Set(changed.includes('price') ? [...changed, 'tiers'] : changed);
  const found = Object.entries({
    ...fileProblems({ ...typed, qty: '0', id: '' }),
    ...labProblems(typed),
    ...ownProblems(typed),
    ...(typed.markup.trim() === '' && { markup: 'Markup must be a number from 0 to 100,000' }),
  });
  return Object.fromEntries(found.filter(([field]) => fields.has(apiFieldOf(field as TypedField))));
};
