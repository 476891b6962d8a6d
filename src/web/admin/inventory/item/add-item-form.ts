import * as z from 'zod/mini';
import type { GivenInputOf } from '#contract/endpoint.ts';
import type { addItem } from '#contract/inventory-items.ts';

/** The fields of the form, all as typed. The shop checks them, with the rules of an inventory file. */
export const NO_ITEM = {
  name: '',
  qty: '',
  price: '',
  brand: '',
  category: '',
  weightLabel: 'none',
  size: '',
  description: '',
  tags: '',
  tiers: '',
  batch: '',
  tested: '',
  expires: '',
  thc: '',
  cbd: '',
  url: '',
  images: '',
  id: '',
};
export type TypedItem = typeof NO_ITEM;
type FormField = keyof TypedItem;

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message));

export const addItemForm = z.object({
  ...(Object.fromEntries(Object.keys(NO_ITEM).map((name) => [name, z.string()])) as Record<FormField, z.ZodMiniString>),
  name: required('The item needs a name'),
  qty: required('How many pieces are there?'),
  price: required('What is the base price of one piece?'),
});

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** "3 = 40.00" is from 3 pieces for $40.00. What cannot be read is NaN, which becomes null and is refused. */
const tierOf = (line: string) => {
  const [from = '', price = ''] = line.split('=');
  return { from: Number(from), price: price.trim() === '' ? Number.NaN : Number(price.replace('$', '')) };
};

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** The typed fields as an inventory file states them. Blank ones are absent. */
export const toFields = (typed: TypedItem): GivenInputOf<typeof addItem> => {
  const { tested, expires, thc, cbd, url, tags, tiers, images, ...texts } = typed;
  const hasLab = [tested, expires, thc, cbd, url].some((text) => text.trim() !== '');
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, orNull(text)])),
    price: texts.price.replace('$', '').trim(),
    tags: lines(tags),
    tiers: lines(tiers).map(tierOf),
    images: lines(images),
    lab: hasLab
      ? { tested: orNull(tested), expires: orNull(expires), thc: orNull(thc), cbd: orNull(cbd), url: orNull(url) }
      : null,
  };
};

const LAB_FIELDS: readonly FormField[] = ['tested', 'expires', 'thc', 'cbd', 'url'];

/** The fields of the form to which the problems of the shop belong: "price must be …" is about the price. */
export const fieldProblems = (problems: readonly string[]): { field: FormField; message: string }[] =>
  problems.map((problem) => {
    const [first = ''] = problem.split(' ');
    const words = first.split('.');
    const lab = words[0] === 'lab' ? (LAB_FIELDS.find((name) => problem.includes(name)) ?? 'tested') : undefined;
    const field = lab ?? (Object.keys(NO_ITEM) as FormField[]).find((name) => name === words[0]) ?? 'name';
    return { field, message: problem.charAt(0).toUpperCase() + problem.slice(1) };
  });
