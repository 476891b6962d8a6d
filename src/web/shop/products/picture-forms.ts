/** The two widths in which the shop serves a picture (specification §8, decisions §4 "Image forms"). */
export interface PictureForms {
  small: string;
  large: string;
}

export const SMALL_WIDTH = 250;
export const LARGE_WIDTH = 950;

const FORM = /^x(?:250|950)-/;

/** "/api/proxy-image/jars/x950-og.jpg" as its small and its large form, whichever of them it names. */
export function pictureForms(address: string): PictureForms {
  const slash = address.lastIndexOf('/') + 1;
  const folder = address.slice(0, slash);
  const name = address.slice(slash).replace(FORM, '');
  return { small: `${folder}x${SMALL_WIDTH}-${name}`, large: `${folder}x${LARGE_WIDTH}-${name}` };
}

/** The form to try after one has failed. */
export const otherForm = ({ small, large }: PictureForms, failed: string): string =>
  failed.endsWith(small) ? large : small;

/** Two letters for a product without a picture: of its first two words, or of its only one. */
export function initialsOf(name: string): string {
  const [first = '', second] = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]];
  return letters.join('').toUpperCase();
}
