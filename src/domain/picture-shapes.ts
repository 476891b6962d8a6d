/** The shape of a picture that is made for the tile of a category: about 4:3, or 2:1 for a wide tile. */
export type TileShape = 'tile' | 'wide';

const MADE_FOR_TILE = /\.(tile|wide)\.[a-z0-9]+$/i;

/**
 * Returns for which tile a picture is made, by its name (behavior 5.1): "x950-jar.tile.jpg" or "x950-jar.wide.jpg". Null
 * for any other picture.
 */
export const tileShape = (image: string): TileShape | null =>
  (MADE_FOR_TILE.exec(image)?.[1]?.toLowerCase() as TileShape | undefined) ?? null;

/** Returns the picture of a product that is made for a tile of this shape, or null. */
export const tilePicture = (images: readonly string[], shape: TileShape): string | null =>
  images.find((image) => tileShape(image) === shape) ?? null;

const FOR_LIGHT = /\.light(?=(\.(tile|wide))?\.[a-z0-9]+$)/i;

/**
 * Returns a product's pictures for the light theme, by their names: "jar.light.jpg" replaces "jar.jpg". The same array
 * if there is none for it.
 */
export const lightPictures = (images: readonly string[]): readonly string[] => {
  const light = new Map(images.filter((image) => FOR_LIGHT.test(image)).map((image) => [usualOf(image), image]));
  if (light.size === 0) return images;
  return images.filter((image) => !FOR_LIGHT.test(image)).map((image) => light.get(image) ?? image);
};

/** The name of the picture that one for the light theme replaces. */
const usualOf = (image: string): string => image.replace(FOR_LIGHT, '');

/**
 * Returns the pictures that show the product itself, the usual one first (behavior 5.10), without those for the other
 * theme. All, if no other is left.
 */
export const ownPictures = (images: readonly string[]): readonly string[] => {
  const own = images.filter(
    (image) => tileShape(image) === null && !(FOR_LIGHT.test(image) && images.includes(usualOf(image))),
  );
  return own.length > 0 ? own : images;
};
