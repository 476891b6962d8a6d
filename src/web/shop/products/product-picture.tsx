import type { ReactNode } from 'react';
import { categoryHue } from '#domain/categories.ts';
import { cx } from '../../ui/cx.ts';
import { Photograph } from './photograph.tsx';
import { initialsOf } from './picture-forms.ts';

interface ProductPictureProps {
  /** The address as the catalogue gives it; null where there is none. */
  image: string | null | undefined;
  /** The product's name: the text of the picture, and its initials where there is none. */
  name: string;
  /** Where the product stands; the place of the picture has its colour. */
  category: string;
  /** How wide it will be, as `sizes` of an image says it: "300px". */
  sizes: string;
  /** The name stands beside it anyway. */
  decorative?: boolean;
  /** Seen at once: fetched before others. */
  eager?: boolean;
  /** A press anywhere on it. For a pointer only: say the same with a control. */
  onPress?: () => void;
  className?: string;
  /** What lies on it. */
  children?: ReactNode;
}

/**
 * A product's picture in a box of its own size. While it is not there the box shows the category's colour; where none
 * can be had the initials stand (specification §8).
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
        <Photograph
          key={image}
          {...{ image, sizes, eager }}
          alt={decorative ? '' : name}
          otherwise={initials}
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
