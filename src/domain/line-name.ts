import { readMeasures } from './measures.ts';

/** A line of an order, as far as its name goes. */
export interface NamedLine {
  productName: string;
  /** The size of the product, or its label. Absent or null if it has none, or if an older version stored the line. */
  size?: string | null | undefined;
}

/** Returns the name of a line of an order (behavior 6.3): the product's, with its size unless the name says that already. */
export const lineName = ({ productName, size }: NamedLine): string =>
  !size || saysSize(productName, size) ? productName : `${productName} (${size})`;

/** A name says a size in the same words, or with the same weights, doses and pieces: "Blue Dream - Eighth" says "3.5g". */
const saysSize = (name: string, size: string): boolean => {
  if (words(name).includes(words(size))) return true;
  const [said, wanted] = [readMeasures(name), readMeasures(size)];
  const kinds = (['grams', 'milligrams', 'pieces'] as const).filter((kind) => wanted[kind].length > 0);
  return kinds.length > 0 && kinds.every((kind) => wanted[kind].every((value) => said[kind].includes(value)));
};

/** The words of a text, in lower case and each between spaces. A point belongs to a figure. */
const words = (text: string): string =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}.]+/gu)
      ?.join(' ') ?? ''
  } `;
