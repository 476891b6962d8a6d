import type { CSSProperties, ReactNode } from 'react';
import { categoryHue } from '#domain/categories.ts';
import { UNKNOWN } from '#domain/product.ts';
import { baseName } from '#domain/product-name.ts';
import { tagValue } from '#domain/tags.ts';
import { cx } from '../../ui/cx.ts';
import { CategoryDrawing, hueOfWord } from './category-drawing.tsx';
import { ResponsiveImage } from './responsive-image.tsx';

interface ProductPictureProps {
  /** The address from the catalogue, or null if the product has no picture. */
  image: string | null | undefined;
  /** The product's name: the alternative text, and the source of the initials. */
  name: string;
  /** The category that gives the background its color. */
  category: string;
  /** Tints the ground of the drawing of a product without a picture. */
  brand: string;
  /** They tell the form of such a product, which its drawing shows. */
  tags?: readonly string[] | undefined;
  /** The displayed width, like the attribute `sizes` of an image: "300px". */
  sizes: string;
  /** The name is next to the picture, so it needs no alternative text. */
  decorative?: boolean;
  /** For pictures in view at once: loads before others. */
  eager?: boolean;
  className?: string;
  /** Badges on the picture. */
  children?: ReactNode;
}

/**
 * A product's picture in a box of fixed size, on the category's color. Without a picture it is the category's drawing and has
 * initials if the picture cannot be loaded (behavior 4.10).
 */
export const ProductPicture = ({
  image,
  name,
  category,
  brand,
  tags,
  sizes,
  decorative,
  eager,
  className,
  children,
}: ProductPictureProps) => {
  return (
    <div data-hue={categoryHue(category)} className={cx('picture-ground relative overflow-hidden', className)}>
      {image ? (
        <ResponsiveImage
          key={image}
          {...{ image, sizes, eager }}
          alt={decorative ? '' : name}
          fallback={<DrawnPicture {...{ name, category, brand, tags, decorative }} isBroken />}
          className="block size-full object-cover transition-opacity duration-(--motion-move)"
        />
      ) : (
        <DrawnPicture {...{ name, category, brand, tags, decorative }} />
      )}
      {children}
    </div>
  );
};

interface DrawnPictureProps extends Pick<ProductPictureProps, 'name' | 'category' | 'brand' | 'tags' | 'decorative'> {
  /** There is a picture, but it cannot be loaded. */
  isBroken?: boolean;
}

/** The shape behind a drawing: a disc, an arch or a stage. So products of one brand and category differ a little. */
const BACKDROPS = [
  'left-1/2 top-[12%] aspect-square h-[72%] -translate-x-1/2 rounded-full',
  'left-1/2 top-[12%] bottom-[-10%] aspect-3/4 -translate-x-1/2 rounded-t-full',
  'inset-x-[-15%] top-[66%] h-[80%] rounded-[50%]',
];

const DrawnPicture = ({ name, category, brand, tags, decorative, isBroken }: DrawnPictureProps) => (
  <span
    {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    // A product without a brand has a color of its own.
    style={
      {
        '--brand-hue': hueOfWord(brand === UNKNOWN ? name : brand),
        '--strain-hue': hueOfWord(baseName(name)),
        // The drawings of a list do not stand in rank and file.
        '--tilt': `${(hueOfWord(name) % 5) * 4 - 8}deg`,
        '--side': hueOfWord(name) % 2 || -1,
      } as CSSProperties
    }
    className="drawing-ground absolute inset-0 block text-category-text"
  >
    <span className={cx('drawing-backdrop absolute', BACKDROPS[hueOfWord(name) % BACKDROPS.length])} />
    <CategoryDrawing
      category={category}
      form={tagValue(tags ?? [], 'Formulation')}
      name={name}
      className={cx('drawing-sign absolute inset-x-0 top-[19%] mx-auto h-[62%] w-full', isBroken && 'opacity-45')}
    />
    {isBroken && (
      <span className="@container absolute inset-0 m-auto flex aspect-square h-[38%] min-h-9 items-center justify-center rounded-full border border-category-text/40 bg-category-wash text-[max(0.875rem,24cqw)] font-semibold tracking-wide">
        {initialsOf(name)}
      </span>
    )}
  </span>
);

/** Two letters: the first of the first two words, or the first two of a single word. */
export const initialsOf = (name: string): string => {
  const [first = '', second] = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]];
  return letters.join('').toUpperCase();
};
