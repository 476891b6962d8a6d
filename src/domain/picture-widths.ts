/** The widths of the forms in which the shop serves a picture, in pixels (behavior 4.9). */
export const PICTURE_WIDTHS = { small: 250, middle: 560, large: 950 } as const;

export type PictureForm = keyof typeof PICTURE_WIDTHS;

/** The address of each form of a picture. */
export type PictureForms = Record<PictureForm, string>;

const FORMS = Object.keys(PICTURE_WIDTHS) as PictureForm[];
const NAMED = new RegExp(`^x(${Object.values(PICTURE_WIDTHS).join('|')})-(.+)$`, 's');

/** Splits a name such as "x950-og.jpg" into its form and its bare name. Null for a name without a form. */
export const readPictureName = (name: string): { form: PictureForm; bare: string } | null => {
  const match = NAMED.exec(name);
  if (match === null) return null;
  const [, width, bare] = match;
  return { form: FORMS.find((form) => String(PICTURE_WIDTHS[form]) === width)!, bare: bare! };
};

/** Returns the name of one form: "og.jpg" in the large form is "x950-og.jpg". */
export const pictureName = (form: PictureForm, bare: string): string => `x${PICTURE_WIDTHS[form]}-${bare}`;

/** Returns the addresses of all forms of a picture, given the address of any of them or the one without a form. */
export const pictureForms = (address: string): PictureForms => {
  const slash = address.lastIndexOf('/') + 1;
  const folder = address.slice(0, slash);
  const name = address.slice(slash);
  const bare = readPictureName(name)?.bare ?? name;
  const inForm = (form: PictureForm) => folder + pictureName(form, bare);
  return { small: inForm('small'), middle: inForm('middle'), large: inForm('large') };
};
