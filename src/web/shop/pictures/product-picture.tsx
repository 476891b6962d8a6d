import type { CSSProperties, ReactNode } from 'react';
import { categoryHue } from '#domain/categories.ts';
import { cx } from '../../ui/cx.ts';
import { brandHue, CategoryDrawing } from './category-drawing.tsx';
import { ResponsiveImage } from './responsive-image.tsx';

interface ProductPictureProps {
  /** The address from the catalogue, or null if the product has no picture. */
  image: string | null | undefined;
  /** The product's name: the alternative text, and the source of the initials. */
  name: string;
  /** The category that gives the background its color. */
  category: string;
  /** Tints the drawing of a product without a picture. */
  brand: string;
  /** The displayed width, like the attribute `sizes` of an image: "300px". */
  sizes: string;
  /** The name is next to the picture, so it needs no alternative text. */
  decorative?: boolean;
  /** For pictures in view at once: loads before others. */
  eager?: boolean;
  /** Called on a press anywhere on the picture. For pointers only: a control must do the same. */
  onPress?: () => void;
  className?: string;
  /** Badges on the picture. */
  children?: ReactNode;
}

/**
 * A product's picture in a box of fixed size, on the category's color. Without a picture it is the category's drawing with
 * the names of product and brand, and with initials if the picture cannot be loaded (behavior 4.10).
 */
export const ProductPicture = ({
  image,
  name,
  category,
  brand,
  sizes,
  decorative,
  eager,
  onPress,
  className,
  children,
}: ProductPictureProps) => {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a control does the same
    // biome-ignore lint/a11y/noStaticElementInteractions: a control does the same
    <div
      data-hue={categoryHue(category)}
      onClick={onPress}
      className={cx('picture-ground relative overflow-hidden', className)}
    >
      {image ? (
        <ResponsiveImage
          key={image}
          {...{ image, sizes, eager }}
          alt={decorative ? '' : name}
          fallback={<DrawnPicture {...{ name, category, brand, decorative }} isBroken />}
          className="block size-full object-cover transition-opacity duration-(--motion-move)"
        />
      ) : (
        <DrawnPicture {...{ name, category, brand, decorative }} />
      )}
      {children}
    </div>
  );
};

interface DrawnPictureProps extends Pick<ProductPictureProps, 'name' | 'category' | 'brand' | 'decorative'> {
  /** There is a picture, but it cannot be loaded. */
  isBroken?: boolean;
}

const DrawnPicture = ({ name, category, brand, decorative, isBroken }: DrawnPictureProps) => (
  <span
    {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    style={{ '--brand-hue': brandHue(brand) } as CSSProperties}
    className="drawing-ground @container absolute inset-0 block text-category-text"
  >
    <CategoryDrawing
      category={category}
      className={cx(
        'absolute inset-y-[17%] mx-auto h-[66%] w-full',
        isBroken ? 'inset-x-0 opacity-45' : 'inset-x-0 @min-[10rem]:left-[22%] @min-[10rem]:w-[96%]',
      )}
    />
    {isBroken ? (
      <span className="absolute inset-0 m-auto flex aspect-square h-[38%] min-h-9 items-center justify-center rounded-full border border-category-text/40 bg-category-wash text-[max(0.875rem,9cqw)] font-semibold tracking-wide">
        {initialsOf(name)}
      </span>
    ) : decorative ? null : (
      <span className="absolute inset-y-[19%] left-[5%] hidden w-[46%] flex-col justify-center gap-[0.35em] text-[max(0.75rem,5.4cqw)] leading-tight @min-[10rem]:flex">
        {/* Lettering of the drawing, not text of the page: both names are next to the picture. */}
        <span
          data-lettering={name}
          className="line-clamp-3 font-bold tracking-tight break-words text-text before:content-[attr(data-lettering)]"
        />
        <span
          data-lettering={brand}
          className="truncate text-[0.72em] font-semibold tracking-wide text-(--brand-ink) before:content-[attr(data-lettering)]"
        />
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
