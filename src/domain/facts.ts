import { onceEach } from './once-each.ts';
import type { Product } from './product.ts';
import { productStrain, tagValue } from './tags.ts';

/** An amount of THC or CBD: a share of the weight, or a dose. */
export interface Potency {
  amount: number;
  unit: '%' | 'mg';
}

/** THC or CBD of a product: the text to show, and its amount if the text states one. */
export interface PotencyFact {
  text: string;
  potency: Potency | null;
}

/** The facts of a product besides its name, price and stock (behavior 5.16). */
export interface Facts {
  thc: PotencyFact | null;
  cbd: PotencyFact | null;
  strain: string | null;
  size: string | null;
  batch: string | null;
}

/** The values of a product from which its facts are read. */
export type FactSource = Pick<Product, 'tags' | 'description' | 'size' | 'weightLabel' | 'labelDoubtful'> & {
  batch?: string | null | undefined;
  lab?: { thc?: string | null | undefined; cbd?: string | null | undefined } | null | undefined;
};

const AMOUNT = String.raw`(\d{1,3}(?:,\d{3})+|\d*\.?\d+)\s*(%|mg\b)`;
const WHOLE_TEXT = new RegExp(`^${AMOUNT}$`, 'i');
/** "THC 22.9%", "THC: 100mg". Not the 20 of "THC 20-25%", which is no single amount. */
const IN_WORDS = {
  THC: new RegExp(String.raw`\bTHC:?\s*${AMOUNT}`, 'i'),
  CBD: new RegExp(String.raw`\bCBD:?\s*${AMOUNT}`, 'i'),
};

const readPotency = ([, digits, unit]: RegExpExecArray): Potency => ({
  amount: Number(digits!.replaceAll(',', '')),
  unit: unit === '%' ? '%' : 'mg',
});

/** Writes an amount as the shop does: "22.9%", "100 mg". */
const formatPotency = ({ amount, unit }: Potency): string => (unit === '%' ? `${amount}%` : `${amount} mg`);

/** Reads a stated value. A text such as "none found" or "20-25 %" is shown as it is and has no amount. */
const readStated = (text: string): PotencyFact => {
  const match = WHOLE_TEXT.exec(text);
  if (match === null) return { text, potency: null };
  const potency = readPotency(match);
  return { text: formatPotency(potency), potency };
};

/** THC or CBD from the lab result, else from the tag "THC = …", else from the words "THC 22.9%" in the description. */
const potencyFact = (source: FactSource, name: 'THC' | 'CBD'): PotencyFact | null => {
  const measured = name === 'THC' ? source.lab?.thc : source.lab?.cbd;
  const stated = measured?.trim() || tagValue(source.tags, name);
  if (stated) return readStated(stated);
  const match = source.description === null ? null : IN_WORDS[name].exec(source.description);
  if (match === null) return null;
  const potency = readPotency(match);
  return { text: formatPotency(potency), potency };
};

/**
 * Returns the size of a product in words: its size, otherwise its weight label. A doubtful label is not used (behavior
 * 4.7).
 */
export const shownSize = ({
  size,
  weightLabel,
  labelDoubtful,
}: Pick<FactSource, 'size' | 'weightLabel' | 'labelDoubtful'>): string | null =>
  size ?? (labelDoubtful ? null : weightLabel);

/**
 * Returns the facts of a product. THC and CBD come from the lab result, else from a tag, else from the description
 * (behavior 5.16). They are computed once per product, because facets and sorts need those of 15,000.
 */
export const factsOf = onceEach(
  (product: FactSource): Facts => ({
    thc: potencyFact(product, 'THC'),
    cbd: potencyFact(product, 'CBD'),
    strain: productStrain(product),
    size: shownSize(product),
    batch: product.batch || null,
  }),
);

/** The order of the rows in the details. */
const ROWS = [
  ['THC', (facts: Facts) => facts.thc?.text],
  ['CBD', (facts: Facts) => facts.cbd?.text],
  ['Strain', (facts: Facts) => facts.strain],
  ['Size', (facts: Facts) => facts.size],
  ['Batch', (facts: Facts) => facts.batch],
] as const;

/** Returns the known facts of a product, each with its name, in the order of the details (behavior 5.10). */
export const factRows = (product: FactSource): { name: string; value: string }[] => {
  const facts = factsOf(product);
  return ROWS.flatMap(([name, read]) => {
    const value = read(facts);
    return value ? [{ name, value }] : [];
  });
};

/** Of the facts on a card, the most useful first. The size has its own place there. */
const ON_CARD = 2;

/**
 * Returns the two most useful facts of a product for its card: THC, then CBD, then the strain (behavior 5.16). A strain
 * that the card's text already has is left out. Without any, it is the form, unless the text has it.
 */
export const cardFacts = (product: FactSource, cardText: string): string[] => {
  const { thc, cbd, strain } = factsOf(product);
  const isNew = strain !== null && !isSaid(strain, cardText);
  const facts = [thc && `THC ${thc.text}`, cbd && `CBD ${cbd.text}`, isNew ? strain : null].filter(
    (fact) => fact !== null,
  );
  const form = facts.length === 0 ? tagValue(product.tags, 'Formulation') : null;
  if (form) return isSaid(form, cardText) ? [] : [form];
  return facts.slice(0, ON_CARD);
};

/** The letters and digits of a text. "87.0%" is "87%". */
const keyOf = (text: string): string => text.toLowerCase().replace(/^strain:|(?<=\d)\.0+(?!\d)|[^\p{L}\p{N}]/gu, '');

const isSaid = (text: string, cardText: string): boolean => keyOf(cardText).includes(keyOf(text));

/**
 * Returns the description of a product for its card without the sentences that the card already says, such as "Strain:
 * Blue Dream." below "Blue Dream - Wax" and "THC 80%." below its facts (behavior 5.16).
 */
export const cardDescription = (product: FactSource, cardText: string): string => {
  const said = [cardText, ...cardFacts(product, cardText)].join('\n');
  const sentences = (product.description ?? '').split(/(?<=[.!?])\s+/);
  return sentences.filter((sentence) => !isSaid(sentence, said)).join(' ');
};
