import { PICTURE_WIDTHS, type PictureForms } from '#domain/picture-widths.ts';

/** The forms with their widths, for a browser to choose from. */
export const sourceSet = (forms: PictureForms): string =>
  `${forms.small} ${PICTURE_WIDTHS.small}w, ${forms.middle} ${PICTURE_WIDTHS.middle}w, ${forms.large} ${PICTURE_WIDTHS.large}w`;

/**
 * The forms to try, one after the other, where one has failed: the large and the small one stand in for each other
 * (specification §8), and both for the middle one.
 */
export const otherForms = ({ small, large }: PictureForms, failed: string): readonly string[] =>
  [large, small].filter((form) => !failed.endsWith(form));

/** Two letters for a product without a picture: of its first two words, or of its only one. */
export const initialsOf = (name: string): string => {
  const [first = '', second] = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]];
  return letters.join('').toUpperCase();
};
