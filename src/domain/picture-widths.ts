/** The widths in pixels in which the shop serves a picture, by the beginning of its name (decisions §4 "image forms"). */
export const PICTURE_WIDTHS = { small: 250, middle: 560, large: 950 } as const;

export type PictureForm = keyof typeof PICTURE_WIDTHS;

/** The addresses of a picture. */
export type PictureForms = Record<PictureForm, string>;

const FORMS = Object.keys(PICTURE_WIDTHS) as PictureForm[];
const NAMED = new RegExp(`^x(${Object.values(PICTURE_WIDTHS).join('|')})-(.+)$`, 's');

/** "x950-og.jpg" as its form and its bare name; null for a name without a form. */
export const readPictureName = (name: string): { form: PictureForm; bare: string } | null => {
  const [, width, bare] = NAMED.exec(name) ?? [];
  const form = FORMS.find((one) => String(PICTURE_WIDTHS[one]) === width);
  return form && bare ? { form, bare } : null;
};

/** "og.jpg" as the shop serves it in a form: "x950-og.jpg". */
export const pictureName = (form: PictureForm, bare: string): string => `x${PICTURE_WIDTHS[form]}-${bare}`;

/** "/api/proxy-image/jars/x950-og.jpg" in all its forms, whichever of them it names. */
export const pictureForms = (address: string): PictureForms => {
  const slash = address.lastIndexOf('/') + 1;
  const folder = address.slice(0, slash);
  const name = address.slice(slash);
  const bare = readPictureName(name)?.bare ?? name;
  const inForm = (form: PictureForm) => folder + pictureName(form, bare);
  return { small: inForm('small'), middle: inForm('middle'), large: inForm('large') };
};
