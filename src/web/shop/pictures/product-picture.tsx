import type { ReactNode } from 'react';
import { categoryHue } from '#domain/categories.ts';
import { cx } from '../../ui/cx.ts';
import { ResponsiveImage } from './responsive-image.tsx';

interface ProductPictureProps {
  /** The address from the catalogue, or null if the product has no picture. */
  image: string | null | undefined;
  /** The product's name: the alternative text, and the source of the initials. */
  name: string;
  /** The category that gives the background its color. */
  category: string;
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
 * A product's picture in a box of fixed size. The box shows the category's color, and the initials if there is no
 * picture.
 */
export const ProductPicture = ({
  image,
  name,
  category,
  sizes,
  decorative,
  eager,
  onPress,
  className,
  children,
}: ProductPictureProps) => {
  const initials = <Initials name={name} decorative={decorative} />;
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
          fallback={initials}
          className="block size-full object-cover transition-opacity duration-(--motion-move)"
        />
      ) : (
        initials
      )}
      {children}
    </div>
  );
};

const Initials = ({ name, decorative }: { name: string; decorative?: boolean | undefined }) => (
  <span
    {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    className="absolute inset-0 flex items-center justify-center"
  >
    <span className="@container flex size-full items-center justify-center">
      <span className="flex aspect-square w-[38cqmin] min-w-10 items-center justify-center rounded-full border border-category-text/40 bg-category-wash text-[max(0.875rem,14cqmin)] font-semibold tracking-wide text-category-text">
        {initialsOf(name)}
      </span>
    </span>
  </span>
);

/** Two letters: the first of the first two words, or the first two of a single word. */
export const initialsOf = (name: string): string => {
  const [first = '', second] = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]];
  return letters.join('').toUpperCase();
};
